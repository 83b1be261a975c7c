// What asking the language model can come to, in words.

/**
 * `model_unavailable`: asked again later it may answer; `model_refused`: it will not, whoever asks; `model_unusable`: what
 * it says cannot be used; `model_budget`: the tokens of the day are spent.
 */
export type ModelFailure = 'model_unavailable' | 'model_refused' | 'model_unusable' | 'model_budget'

/** Nothing of what was asked or answered is in here, and no key. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly failure: ModelFailure
  /** Before which a further question would fare the same. */
  readonly until: Date | undefined

  constructor(failure: ModelFailure, message: string, until?: Date) {
    super(message)
    this.failure = failure
    this.until = until
  }
}
