"""Shared by all tests: small scenes and a note of where the project lies."""
from pathlib import Path

import pytest
import stiction

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project():
    return PROJECT


@pytest.fixture
def block_scene():
    """A cube of 8 kg at rest on a floor, mu = 0.5."""
    scene = stiction.Scene("block", step=0.01)
    scene.add_floor()
    scene.add_body("cube", stiction.box([0.2, 0.2, 0.2]), position=[0, 0, 0.1])
    return scene
