// A pattern as steps, each of which knows what follows it.
import { type AST, visitRegExpAST } from '@eslint-community/regexpp'
import { beginningOf, canBegin } from './beginnings.js'
import { type Atom, type Fits, fitsAtom, fitsCharacter, fitsOf, isAtom, remembered } from './characters.js'
import { MATCHED, type Machine, NONE, type Step } from './machine.js'
import { parsedPattern } from './parsed.js'

export class Program {
  readonly first: Step
  /** Registers: two for each group, where it begins and where it ends, and two for each loop. */
  registers: number

  readonly isUnicode: boolean
  private readonly flags: string
  readonly groups: AST.CapturingGroup[] = []

  constructor({ source, flags }: RegExp) {
    this.flags = flags
    this.isUnicode = flags.includes('u')
    const pattern = parsedPattern({ source, flags })
    visitRegExpAST(pattern, { onCapturingGroupEnter: (group) => this.groups.push(group) })
    this.registers = 2 * this.groups.length
    this.first = this.alternatives(pattern.alternatives, MATCHED, false)
  }

  private alternatives(options: readonly AST.Alternative[], next: Step, isBackward: boolean): Step {
    const ways = options.map(({ elements }) => ({
      step: this.sequence(elements, next, isBackward),
      beginning: beginningOf(elements, { flags: this.flags, isBackward })
    }))
    const viable = remembered((code) =>
      ways.filter(({ beginning }) => canBegin(beginning, code)).map(({ step }) => step)
    )
    return (machine) => {
      const steps = viable(machine.peek(isBackward))
      for (let at = steps.length - 1; at > 0; at -= 1) machine.remember(steps[at] ?? MATCHED)
      return steps[0] ?? machine.back()
    }
  }

  private sequence(elements: readonly AST.Element[], next: Step, isBackward: boolean): Step {
    const backwards = isBackward ? elements : elements.toReversed()
    return backwards.reduce((following, element) => this.element(element, following, isBackward), next)
  }

  private element(node: AST.Element, next: Step, isBackward: boolean): Step {
    if (isAtom(node)) return this.atom(node, next, isBackward)
    switch (node.type) {
      case 'Group':
        return this.alternatives(node.alternatives, next, isBackward)
      case 'CapturingGroup':
        return this.group(node, next, isBackward)
      case 'Quantifier':
        return this.quantifier(node, next, isBackward)
      case 'Backreference':
        return this.backreference(node, next, isBackward)
      case 'Assertion':
        return this.assertion(node, next)
      default:
        throw new Error(`${node.raw} is not known here`)
    }
  }

  private atom(node: Atom, next: Step, isBackward: boolean): Step {
    const fits = fitsAtom(node, this.flags)
    return (machine) => {
      const code = machine.peek(isBackward)
      if (code === NONE || !fits(code)) return machine.back()
      machine.at = machine.beside(machine.at, isBackward)
      return next
    }
  }

  private registerOf(group: AST.CapturingGroup): number {
    return 2 * this.groups.indexOf(group)
  }

  private group(node: AST.CapturingGroup, next: Step, isBackward: boolean): Step {
    const begin = this.registerOf(node)
    const [entered, left] = isBackward ? [begin + 1, begin] : [begin, begin + 1]
    const inside = this.alternatives(node.alternatives, setting(left, next), isBackward)
    return setting(entered, inside)
  }

  private quantifier(node: AST.Quantifier, next: Step, isBackward: boolean): Step {
    if (isAtom(node.element) && node.greedy)
      return this.run(node, fitsAtom(node.element, this.flags), next, isBackward)
    return this.loop(node, next, isBackward)
  }

  /** As many characters as there are, and then one less at each way back. */
  private run({ min, max }: AST.Quantifier, fits: Fits, next: Step, isBackward: boolean): Step {
    return (machine) => {
      let least = machine.at
      let count = 0
      for (let code = machine.peek(isBackward); count < max && code !== NONE && fits(code); count += 1) {
        machine.count()
        machine.at = machine.beside(machine.at, isBackward)
        if (count + 1 <= min) least = machine.at
        code = machine.peek(isBackward)
      }
      if (count < min) return machine.back()
      if (count > min) machine.rememberEach(next, machine.beside(machine.at, !isBackward), least)
      return next
    }
  }

  private loop({ min, max, greedy, element }: AST.Quantifier, next: Step, isBackward: boolean): Step {
    const [rounds, begun] = [this.registers, this.registers + 1]
    this.registers += 2
    const within = this.groups.filter(({ start, end }) => start >= element.start && end <= element.end)
    const captures = within.map((group) => this.registerOf(group))
    const again: Step = (machine) => {
      const done = machine.get(rounds)
      if (done < min) return enter
      if (done > min && machine.at === machine.get(begun)) return machine.back()
      return done >= max ? next : either(machine)
    }
    const either: Step = (machine) => {
      machine.remember(greedy ? next : enter)
      return greedy ? enter : next
    }
    const body = this.element(element, again, isBackward)
    const enter: Step = (machine) => {
      machine.set(rounds, machine.get(rounds) + 1)
      machine.set(begun, machine.at)
      for (const register of captures) clear(machine, register)
      return body
    }
    return (machine) => {
      machine.set(rounds, 0)
      machine.set(begun, NONE)
      return again
    }
  }

  private backreference({ resolved }: AST.Backreference, next: Step, isBackward: boolean): Step {
    const registers = [resolved].flat().map((group) => this.registerOf(group))
    return (machine) => {
      const register = registers.find((one) => machine.get(one) !== NONE && machine.get(one + 1) !== NONE)
      if (register === undefined) return next
      const captured = machine.text.slice(machine.get(register), machine.get(register + 1))
      machine.count(captured.length)
      const from = isBackward ? machine.at - captured.length : machine.at
      const here = from < 0 ? '' : machine.text.slice(from, from + captured.length)
      if (!this.isSame(captured, here)) return machine.back()
      machine.at = isBackward ? from : from + captured.length
      return next
    }
  }

  private isSame(one: string, other: string): boolean {
    if (one === other || !this.flags.includes('i')) return one === other
    const characters = (text: string) => (this.flags.includes('u') ? [...text] : text.split(''))
    const others = characters(other)
    return (
      one.length === other.length &&
      characters(one).every((character, at) => {
        const fits = fitsCharacter(character.codePointAt(0) ?? 0, this.flags)
        return fits(others[at]?.codePointAt(0) ?? 0)
      })
    )
  }

  private assertion(node: AST.Assertion, next: Step): Step {
    const holds = this.holds(node)
    return (machine) => (holds(machine) ? next : machine.back())
  }

  private holds(node: AST.Assertion): (machine: Machine) => boolean {
    if (node.kind === 'lookahead' || node.kind === 'lookbehind') return this.lookaround(node)
    if (node.kind === 'word') {
      const word = fitsOf('\\w', this.flags)
      const isWord = (code: number) => code !== NONE && word(code)
      return (machine) => (isWord(machine.peek(true)) !== isWord(machine.peek(false))) !== node.negate
    }
    const isBackward = node.kind === 'start'
    const isLineEnd = (code: number) => this.flags.includes('m') && LINE_ENDS.has(code)
    return (machine) => {
      const code = machine.peek(isBackward)
      return code === NONE || isLineEnd(code)
    }
  }

  private lookaround(node: AST.LookaroundAssertion): (machine: Machine) => boolean {
    const inside = this.alternatives(node.alternatives, MATCHED, node.kind === 'lookbehind')
    return (machine) => {
      const { at } = machine
      const mark = machine.mark()
      const isFound = machine.fits(inside)
      if (node.negate) machine.undo(mark)
      machine.at = at
      return isFound !== node.negate
    }
  }
}

const LINE_ENDS = new Set([0x0a, 0x0d, 0x2028, 0x2029])

const setting =
  (register: number, next: Step): Step =>
  (machine) => {
    machine.set(register, machine.at)
    return next
  }

function clear(machine: Machine, register: number): void {
  machine.set(register, NONE)
  machine.set(register + 1, NONE)
}
