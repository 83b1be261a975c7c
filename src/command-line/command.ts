/** A command of the command line, in a module that is loaded when the command is called. */
export interface ProgramCommand {
  usage: string
  /** Resolves with the exit code; undefined while the process goes on. */
  run(args: string[], environment: NodeJS.ProcessEnv): Promise<number | undefined>
}

/** The call is wrong: the message says how, and the usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whoever was asked answers no more, but has ended the input. */
export class InputEnded extends Error {
  override readonly name = 'InputEnded'

  constructor() {
    super('The input has ended. Nothing was changed.')
  }
}

/** EX_USAGE would be 64; programs of this kind end with 2. */
export const WRONG_CALL = 2

/** Refuses whatever a command without arguments is given. */
export function takeNone(args: readonly string[]): void {
  const [first] = args
  if (first !== undefined) throw new UsageError(`It takes no argument, and was given ${first}.`)
}
