import { CallerFixture, toOutcome, type RejectedCallers, type SendRecipe } from './caller-fixture.ts'
import { toRecipeKey } from './conformance.ts'
import { CALLERS, type Caller, type Outcome } from './matrix-expectations.ts'
import type { RecipeFactory } from './matrix-variants.ts'
import type { DeclaredOperation } from './matrix.ts'
import { RECIPES, type Recipe, type RecipeScene } from './recipes.ts'
import type { World } from './world.ts'

/** Requests of the permission matrix that differ from the recipes. */
export const MATRIX_RECIPES: Record<string, (scene: RecipeScene) => Recipe> = {
  // The recipe creates a project without the members of the scene.
  'DELETE /projects/{id}': ({ project }) => ({ params: { id: project.id } }),
  // Keeps the account, so that every caller can send the request.
  'DELETE /users': () => ({ body: { user: { current_password: 'not this one' } } }),
}

/** Operations whose body names the record. Without a body, no caller can be denied. */
const NAMED_IN_BODY = [
  'POST /memberships',
  'POST /rule_satisfactions',
  'POST /users/unlink_identity',
  'PATCH /reviews/bulk_triage',
  'PATCH /reviews/bulk_adjudicate',
  'PATCH /reviews/merge',
  'POST /requirement_relocations/{id}/accept',
  'POST /requirement_relocations/{id}/decline',
  'POST /requirement_relocations/{id}/dry_run',
]

/** Sends every operation of the permission matrix as every caller, over one transport. */
export class MatrixRun {
  readonly #world: World
  readonly #send: SendRecipe
  readonly #refused: RejectedCallers = new Map()
  #reading: Promise<CallerFixture> | undefined

  constructor(world: World, send: SendRecipe) {
    this.#world = world
    this.#send = send
  }

  findRecipe(operation: DeclaredOperation, scene: RecipeScene): Recipe | Promise<Recipe> {
    const key = toRecipeKey(operation, RECIPES)
    const recipe = MATRIX_RECIPES[operation.key]?.(scene) ?? RECIPES[key]?.(scene, this.#world)
    if (!recipe) throw new Error(`${operation.key} has no recipe`)
    return recipe
  }

  /**
   * The outcome for each caller. Callers who are denied go first and share records. An accepted request may consume the
   * records, so a later caller with an unexpected answer is tried again with new records.
   */
  async outcomes(operation: DeclaredOperation, expected: Record<Caller, Outcome>, make?: RecipeFactory) {
    const recipeFor = make ?? ((scene: RecipeScene) => this.findRecipe(operation, scene))
    let callers = await this.#chooseCallers(operation)
    let recipe = await recipeFor(callers.scene, this.#world)
    let usedUp = false
    const outcomes: Partial<Record<Caller, Outcome>> = {}
    const refusedFirst = CALLERS.toSorted((a, b) => Number(expected[a] === 'Y') - Number(expected[b] === 'Y'))
    for (const caller of refusedFirst) {
      let outcome = toOutcome(await callers.ask(caller, operation, recipe, this.#send))
      if (usedUp && outcome !== expected[caller]) {
        callers = await CallerFixture.of(this.#world, this.#refused)
        recipe = await recipeFor(callers.scene, this.#world)
        outcome = toOutcome(await callers.ask(caller, operation, recipe, this.#send))
      }
      if (outcome === expected[caller] && outcome !== 'Y' && operation.tokens !== 'pub') {
        outcome = (await this.#withoutBody(callers, caller, operation, recipe)) ?? outcome
      }
      usedUp ||= outcome === 'Y' && operation.method !== 'GET'
      outcomes[caller] = outcome
    }
    return outcomes
  }

  /** All reads share one fixture, because they change nothing. */
  #chooseCallers({ method }: DeclaredOperation): Promise<CallerFixture> {
    if (method !== 'GET') return CallerFixture.of(this.#world, this.#refused)
    this.#reading ??= CallerFixture.of(this.#world)
    return this.#reading
  }

  /** The outcome of a denied caller without a valid body, which must be the same: the role is checked first (rule E-1). */
  async #withoutBody(callers: CallerFixture, caller: Caller, operation: DeclaredOperation, recipe: Recipe) {
    const bodyDecides = operation.needs === 'depends' || NAMED_IN_BODY.includes(operation.key)
    if (operation.method === 'GET' || bodyDecides || recipe.form) return undefined
    const bare = { params: recipe.params ?? {}, body: {} }
    return toOutcome(await callers.ask(caller, operation, bare, this.#send))
  }
}
