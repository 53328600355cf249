// A survey of contacts says what the whitened problem says, as far as anybody asks.
#include "stiction/solvers/kernels/contact_survey.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "stiction/scene/gallery.h"
#include "stiction/solvers/kernels/kept_contacts.h"

namespace stiction {
namespace {

/// Two beasts that have met, with a surface that has many more vertices than push.
class SurveyOfBeasts : public ::testing::Test {
 protected:
  SurveyOfBeasts() : world_(build_world(build_gallery_scene("dinosaurs", {{"count", 2}, {"surface", 0.015}}))) {
    do world_.step();
    while (world_.report().contacts < 200 || world_.report().factorizations == 0);
    const ContactProblem& problem = world_.last_problem();
    decomposition_ = find_blocks(problem);
    for (std::size_t b = 1; b < decomposition_.blocks.size(); ++b)
      if (block().contacts.size() < decomposition_.blocks[b].contacts.size()) block_ = b;
    for (const int k : block().contacts) r_.push_back(world_.last_impulses()[std::size_t(k)]);
  }
  const ProblemBlock& block() const { return decomposition_.blocks[block_]; }

  World world_;
  Decomposition decomposition_;
  std::size_t block_ = 0;
  std::vector<Vec3> r_;
};

TEST_F(SurveyOfBeasts, HasTheVelocitiesAndErrorsOfTheWhitenedProblem) {
  ASSERT_TRUE(ContactSurvey::pays(world_.last_problem(), block()));
  const WhitenedProblem whitened(part_of(world_.last_problem(), decomposition_, block_));
  const ContactSurvey survey(world_.last_problem(), decomposition_, block_, r_);
  ASSERT_EQ(survey.size(), whitened.size());
  const std::vector<Vec3> none(r_.size(), Vec3::Zero());
  std::vector<Vec3> less = r_, wrong = r_;
  for (Vec3& impulse : less) impulse *= 0.9;
  for (std::size_t k = 0; k < wrong.size(); k += 5) wrong[k].x() += 0.01;
  int told = 0;
  for (const std::vector<Vec3>& r : {r_, none, less, wrong, r_}) {
    std::vector<Vec3> u, v;
    whitened.relative_velocities(r, u);
    survey.relative_velocities(r, v);
    for (int k = 0; k < survey.size(); ++k) {
      if (r[k] == Vec3::Zero() && v[k].x() > 0) {
        EXPECT_LE(v[k].x(), u[k].x() + 1e-12) << k;  // open: no more than it is
        continue;
      }
      ++told;
      EXPECT_LT((u[k] - v[k]).norm(), 1e-11) << k;
    }
    const Errors exact = whitened.errors(r, u), found = survey.errors(r, v);
    EXPECT_NEAR(found.impulse, exact.impulse, 1e-9 * exact.impulse + 1e-13);
    EXPECT_NEAR(found.velocity, exact.velocity, 1e-9 * exact.velocity + 1e-13);
  }
  EXPECT_GT(told, 100);
  EXPECT_NEAR(survey.relative_to_free_speed(1), whitened.relative_to_free_speed(1), 1e-12);
}

TEST_F(SurveyOfBeasts, WhitensWhatIsKept) {
  const ContactSurvey survey(world_.last_problem(), decomposition_, block_, r_);
  const std::vector<int> kept = KeptContacts(survey, r_).indices();
  ASSERT_GT(kept.size(), 1u);
  EXPECT_LT(kept.size(), r_.size() / 2);
  for (std::size_t k = 0; k < r_.size(); ++k)
    EXPECT_TRUE(r_[k].x() <= 0 || std::binary_search(kept.begin(), kept.end(), int(k))) << k;
  const WhitenedProblem part = survey.with_only(kept);
  std::vector<Vec3> r_part, u, v;
  for (const int k : kept) r_part.push_back(r_[std::size_t(k)]);
  part.relative_velocities(r_part, u);
  survey.relative_velocities(r_, v);
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_LT((u[i] - v[std::size_t(kept[i])]).norm(), 1e-11) << i;
  EXPECT_LE(part.errors(r_part, u).impulse, 1e-6);
}

TEST_F(SurveyOfBeasts, BlocksHaveTheProblemsOfTheDecomposition) {
  const std::vector<ProblemBlock> blocks = decompose(world_.last_problem());
  ASSERT_EQ(blocks.size(), decomposition_.blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    EXPECT_EQ(blocks[b].contacts, decomposition_.blocks[b].contacts);
    EXPECT_EQ(blocks[b].bodies, decomposition_.blocks[b].bodies);
    for (std::size_t k = 0; k < blocks[b].contacts.size(); ++k)
      EXPECT_EQ(decomposition_.place_of_contact[std::size_t(blocks[b].contacts[k])], int(k));
  }
}

}  // namespace
}  // namespace stiction
