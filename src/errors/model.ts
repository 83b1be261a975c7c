// Failures of calls to the language model.

/**
 * `model_unavailable`: a later retry may succeed; `model_refused`: every request would be rejected; `model_unusable`:
 * the answer cannot be used; `model_budget`: the daily tokens are used up.
 */
export type ModelFailure = 'model_unavailable' | 'model_refused' | 'model_unusable' | 'model_budget'

/** Contains neither the prompt, nor the answer, nor the key. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly failure: ModelFailure
  /** Requests before this time would fail the same way. */
  readonly until: Date | undefined

  constructor(failure: ModelFailure, message: string, until?: Date) {
    super(message)
    this.failure = failure
    this.until = until
  }
}
