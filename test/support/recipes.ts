import { accountRecipes } from './recipes/accounts.ts'
import { authoringRecipes } from './recipes/authoring.ts'
import { commentRecipes } from './recipes/comments.ts'
import { exportRecipes } from './recipes/exports.ts'
import { projectRecipes } from './recipes/projects.ts'
import { relocationRecipes } from './recipes/relocations.ts'
import { ruleRecipes } from './recipes/rules.ts'
import type { Recipes } from './recipes/scene.ts'
import { searchRecipes } from './recipes/search.ts'

export { createRecipeScene, createSceneProvider, type Recipe, type RecipeScene } from './recipes/scene.ts'

/** A successful request for every operation, by method and path. The conformance test reports missing ones. */
export const RECIPES: Recipes = {
  ...accountRecipes,
  ...projectRecipes,
  ...authoringRecipes,
  ...relocationRecipes,
  ...ruleRecipes,
  ...searchRecipes,
  ...commentRecipes,
  ...exportRecipes,
}
