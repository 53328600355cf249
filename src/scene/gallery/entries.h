// The builders of the gallery, one function for each entry.
#pragma once

#include "stiction/scene/gallery.h"

namespace stiction::gallery_entries {

GalleryEntry stack();
GalleryEntry mass_ratio();
GalleryEntry pyramid();
GalleryEntry tent();
GalleryEntry card_house();
GalleryEntry arch();
GalleryEntry wall();
GalleryEntry incline();
GalleryEntry slide();
GalleryEntry pile();
GalleryEntry container();
GalleryEntry puck();
GalleryEntry tumble();
GalleryEntry bounce();
GalleryEntry cluster();
GalleryEntry gears();
GalleryEntry bunnies();
GalleryEntry bunny_arches();
GalleryEntry log_house();
GalleryEntry mixed();
GalleryEntry pendulum();
GalleryEntry four_bar();
GalleryEntry door();
GalleryEntry chain();
GalleryEntry gripper();
GalleryEntry shaker();
GalleryEntry capstan();
GalleryEntry soft_stack();
GalleryEntry bowl();
GalleryEntry rattleback();
GalleryEntry ball_on_bowl();
GalleryEntry ball_on_ball_on_bowl();
GalleryEntry egg();
GalleryEntry ball_off_sphere();
GalleryEntry euler_disc();
GalleryEntry ellipsoids();
GalleryEntry squeeze();
GalleryEntry walking_table();
GalleryEntry jamming();
GalleryEntry skittles();
GalleryEntry bucket();
GalleryEntry composite();
GalleryEntry peg_board();
GalleryEntry chair();
GalleryEntry chairs();
GalleryEntry dinosaurs();

}  // namespace stiction::gallery_entries
