// The terminal of whoever connects: what is said and asked there. No secret passes through it.
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { InputEnded, UsageError } from '../command.js'

export interface Terminal {
  /** Whether somebody is there to answer. */
  isInteractive: boolean
  /** Whether standard input is typed, so that it can be seen. */
  isTyped: boolean
  say(text: string): void
  /** Rejects with `InputEnded` if nobody answers any more. */
  ask(question: string): Promise<string>
  /** All of standard input. */
  readInput(): Promise<string>
}

/** Longer than any token. */
const LONGEST_INPUT = 64 * 1024

export const systemTerminal: Terminal = {
  isInteractive: stdin.isTTY && stdout.isTTY,
  isTyped: stdin.isTTY,
  say: (text) => void stdout.write(`${text}\n`),
  async ask(question) {
    const lines = createInterface({ input: stdin, output: stdout })
    try {
      return (await lines.question(question)).trim()
    } catch (error) {
      // Ctrl+C and Ctrl+D abort it, and leave the cursor behind the question.
      if (!(error instanceof Error && error.name === 'AbortError')) throw error
      stdout.write('\n')
      throw new InputEnded()
    } finally {
      lines.close()
    }
  },
  async readInput() {
    let text = ''
    for await (const chunk of stdin.setEncoding('utf8')) {
      text += chunk
      if (text.length > LONGEST_INPUT) throw new UsageError('Standard input holds more than a token.')
    }
    return text
  }
}

/** What is answered; undefined once the input has ended. */
export async function answered(terminal: Terminal, question: string): Promise<string | undefined> {
  try {
    return await terminal.ask(question)
  } catch (error) {
    if (error instanceof InputEnded) return undefined
    throw error
  }
}
