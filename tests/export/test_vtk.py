"""VTK's own reader opens the files and finds the recording in them."""

import os
import sys
import unittest
import xml.etree.ElementTree as ElementTree

import numpy as np

from recorded import SHAPES, SOFT, SOFT_VERTICES, ExportTest, match, nodes_of, read, rotation_matrix

try:
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
except ImportError:
    print("VTK's Python modules (python3-vtk9) are not installed: skipped")
    sys.exit(77)


def load(path):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    assert reader.GetErrorCode() == 0, path
    return reader.GetOutput()


def array(data, name):
    return vtk_to_numpy(data.GetArray(name))


class Vtk(ExportTest):
    def export(self, *options):
        self.good("export", "run.h5", "-o", "run.pvd", *options)
        listed = ElementTree.parse(self.path("run.pvd")).getroot().find("Collection")
        return [(float(entry.get("timestep")), entry.get("name"), self.path(entry.get("file"))) for entry in listed]

    def test_surfaces_move_as_recorded(self):
        self.record()
        times, bodies, _ = read(self.path("run.h5"))
        entries = self.export()
        self.assertEqual([t for t, kind, _ in entries if kind == "bodies"], list(times))
        box = next(i for i, body in enumerate(SHAPES["bodies"]) if body["name"].startswith("box"))
        corners = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.15, 0.15) for z in (-0.2, 0.2)])
        for frame, (time, _, file) in enumerate(e for e in entries if e[1] == "bodies"):
            surface = load(file)
            self.assertAlmostEqual(array(surface.GetFieldData(), "TimeValue")[0], time, places=12)
            owner = array(surface.GetCellData(), "body")
            self.assertEqual(set(owner), set(range(len(SHAPES["bodies"]))))
            triangles = vtk_to_numpy(surface.GetPolys().GetConnectivityArray()).reshape(-1, 3)
            points = vtk_to_numpy(surface.GetPoints().GetData())
            used = np.unique(triangles[owner == box])
            state = bodies[frame, box]
            expected = corners @ rotation_matrix(state["rotation"]).T + state["position"]
            found = points[used]
            distance = np.linalg.norm(found[:, None] - expected[None], axis=2)
            self.assertLess(distance.min(axis=1).max(), 1e-7)
            self.assertLess(distance.min(axis=0).max(), 1e-7)
            # Velocity of the material there, not of the centre.
            velocity = state["velocity"] + np.cross(state["angular_velocity"], found - state["position"])
            np.testing.assert_allclose(array(surface.GetPointData(), "velocity")[used], velocity, atol=1e-6)
            normals = array(surface.GetPointData(), "normals")
            np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-5)
            a, b, c = (points[triangles[:, k]] for k in range(3))
            outward = np.einsum("ij,ij->i", np.cross(b - a, c - a), normals[triangles].mean(axis=1))
            self.assertTrue(np.all(outward > 0))

    def test_deformable_bodies_deform(self):
        self.record(self.write("soft.json", SOFT))
        nodes = nodes_of(self.path("run.h5"))
        files = [file for _, kind, file in self.export() if kind == "bodies"]
        self.assertEqual(len(files), len(nodes))
        known = None
        for file, places in zip(files, nodes):
            surface = load(file)
            owner = array(surface.GetCellData(), "body")
            triangles = vtk_to_numpy(surface.GetPolys().GetConnectivityArray()).reshape(-1, 3)
            used = np.unique(triangles[owner == 1])
            points = vtk_to_numpy(surface.GetPoints().GetData())[used]
            known = match(points, places) if known is None else known
            np.testing.assert_allclose(points, places[known], atol=1e-6)
            self.assertFalse(array(surface.GetCellData(), "fixed")[owner == 1].any())
        self.assertEqual(len(np.unique(known)), SOFT_VERTICES)
        self.assertLess(np.ptp(nodes[:, :, 2], axis=1).min(), 0.095)

    def test_contacts_are_points(self):
        self.record()
        _, _, contacts = read(self.path("run.h5"))
        seen = 0
        for frame, (_, _, file) in enumerate(e for e in self.export() if e[1] == "contacts"):
            points = load(file)
            expected = contacts[frame]
            self.assertEqual(points.GetNumberOfPoints(), len(expected))
            self.assertEqual(points.GetNumberOfVerts(), len(expected))
            if not len(expected):
                continue
            seen += len(expected)
            np.testing.assert_array_equal(vtk_to_numpy(points.GetPoints().GetData()), expected["position"])
            data = points.GetPointData()
            force = (expected["impulse_normal"][:, None] * expected["normal"] + expected["impulse_tangent"]) / 0.01
            np.testing.assert_allclose(array(data, "force"), force, rtol=1e-12, atol=1e-12)
            np.testing.assert_array_equal(array(data, "normal"), expected["normal"])
            np.testing.assert_array_equal(array(data, "gap"), expected["gap"])
            np.testing.assert_array_equal(array(data, "slip"), expected["slip"])
            np.testing.assert_array_equal(array(data, "body_a"), expected["bodies"][:, 0])
            np.testing.assert_array_equal(array(data, "body_b"), expected["bodies"][:, 1])
        self.assertGreater(seen, 50)

    def test_part_of_a_recording_in_another_folder(self):
        self.record()
        os.mkdir(self.path("a & b"))
        self.good("export", "run.h5", "-o", "a & b/run.pvd", "--from", 0.1, "--to", 0.3, "--fps", 10)
        listed = ElementTree.parse(self.path("a & b/run.pvd")).getroot().find("Collection")
        self.assertEqual([float(e.get("timestep")) for e in listed if e.get("part") == "0"], [0.1, 0.2, 0.3])
        for entry in listed:
            load(self.path(os.path.join("a & b", entry.get("file"))))


if __name__ == "__main__":
    unittest.main()
