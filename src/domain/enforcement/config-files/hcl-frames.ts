// What an HCL text has opened and not closed, and what came last within it.

export type FrameKind = 'body' | 'value' | '(' | '[' | '{' | '${' | '%{' | '"' | 'heredoc'

export interface HclFrame {
  kind: FrameKind
  /** Where it was opened. */
  at: number
  /** `any`: whatever follows is right. */
  last: 'start' | 'operator' | 'dot' | 'operand' | 'any'
  /** The line that ends a heredoc. */
  marker?: string
}

/** The first fault ends the reading: what follows it may mean anything. */
export class HclFault extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const DEEPEST = 100

const ENDS: Readonly<Record<FrameKind, string>> = {
  body: 'This block has no closing brace.',
  value: 'The value is not complete.',
  '(': 'This parenthesis is not closed.',
  '[': 'This bracket is not closed.',
  '{': 'This brace is not closed.',
  '${': 'This template has no closing brace.',
  '%{': 'This template has no closing brace.',
  '"': 'This string has no closing quote.',
  heredoc: 'This text has no line that ends it.'
}

export class HclFrames {
  readonly #open: HclFrame[] = [{ kind: 'body', at: 0, last: 'any' }]

  get top(): HclFrame {
    const top = this.#open.at(-1)
    if (!top) throw new Error('the outermost body is never closed')
    return top
  }

  get isOutermost(): boolean {
    return this.#open.length === 1
  }

  push(kind: FrameKind, at: number, marker?: string): void {
    if (this.#open.length > DEEPEST) throw new HclFault(at, 'It is nested too deeply.')
    this.#open.push({ kind, at, last: 'start', ...(marker === undefined ? {} : { marker }) })
  }

  /** What has been closed is an operand of what it stood in. */
  pop(): void {
    this.#open.pop()
    this.top.last = 'operand'
  }

  /** Where the text ends, nothing but the outermost body may be open. */
  end(): void {
    if (this.isOutermost) return
    const { kind, at } = this.top
    throw new HclFault(at, ENDS[kind])
  }
}
