// What a pattern does upon a text, step by step, as the language defines it: with the way back from where it fails.

/** Does one thing, and tells what is next. */
export type Step = (machine: Machine) => Step

/** Ends of a run: they are never taken. */
export const MATCHED: Step = () => MATCHED
const FAILED: Step = () => FAILED

/** No character: before the first one, or behind the last. */
export const NONE = -1

/** A step to go on with where another fails, at each place from one to another. */
interface Choice {
  step: Step
  at: number
  last: number
  /** How many entries of the trail came before. */
  mark: number
}

export class Machine {
  at = 0
  steps = 0
  private choices: Choice[] = []
  /** The choices below belong to what waits for this run. */
  private base = 0
  /** What registers held before: each register with its value. */
  private trail: number[] = []
  private readonly registers: number[]
  readonly text: string
  private readonly isUnicode: boolean
  private readonly ceiling: number

  constructor(text: string, program: { isUnicode: boolean; registers: number }, ceiling: number) {
    this.text = text
    this.isUnicode = program.isUnicode
    this.registers = new Array(program.registers).fill(NONE)
    this.ceiling = ceiling
  }

  /** Whether what begins with a step fits here. What it has set stays if it does, and is undone if not. */
  fits(first: Step): boolean {
    const outer = this.base
    const mark = this.trail.length
    this.base = this.choices.length
    let step = first
    while (step !== MATCHED && step !== FAILED) {
      this.count()
      step = this.steps < this.ceiling ? step(this) : FAILED
    }
    if (this.choices.length > this.base) this.choices.length = this.base
    this.base = outer
    if (step === FAILED) this.undo(mark)
    return step === MATCHED
  }

  count(steps = 1): void {
    this.steps += steps
  }

  /** The next step may fail: then this one is taken, from here. */
  remember(step: Step): void {
    this.choices.push({ step, at: this.at, last: this.at, mark: this.trail.length })
  }

  /** As `remember`, at one place after the other up to the last one. */
  rememberEach(step: Step, from: number, last: number): void {
    this.choices.push({ step, at: from, last, mark: this.trail.length })
  }

  /** The way back to the newest choice. */
  back(): Step {
    const choice = this.choices.at(-1)
    if (!choice || this.choices.length === this.base) return FAILED
    this.undo(choice.mark)
    this.at = choice.at
    if (choice.at === choice.last) this.choices.pop()
    else choice.at = this.beside(choice.at, choice.at > choice.last)
    return choice.step
  }

  get(register: number): number {
    return this.registers[register] ?? NONE
  }

  set(register: number, value: number): void {
    this.trail.push(register, this.get(register))
    this.registers[register] = value
  }

  /** Where each group begins and ends; of one that took no part both are missing. */
  groups(count: number): number[] {
    return this.registers.slice(0, 2 * count)
  }

  mark(): number {
    return this.trail.length
  }

  undo(mark: number): void {
    while (this.trail.length > mark) {
      const value = this.trail.pop() ?? NONE
      this.registers[this.trail.pop() ?? 0] = value
    }
  }

  /** The character that is read next, in the one direction or the other. */
  peek(isBackward: boolean): number {
    const { text, at } = this
    if (at === (isBackward ? 0 : text.length)) return NONE
    const from = isBackward ? this.beside(at, true) : at
    return (this.isUnicode ? text.codePointAt(from) : text.charCodeAt(from)) ?? NONE
  }

  /** The place on the other side of a character. */
  beside(at: number, isBackward: boolean): number {
    const pair = isBackward ? at - 2 : at
    const width = this.isUnicode && (this.text.codePointAt(pair) ?? 0) > 0xffff ? 2 : 1
    return isBackward ? at - width : at + width
  }
}
