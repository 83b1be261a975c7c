// A number for each shape of a tree: what means the same, has the same number, however it is set.
import { fieldsOf, isNode, type SyntaxNode } from './node.js'

export class NodeShapes {
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<SyntaxNode, number>()

  of(node: SyntaxNode): number {
    const known = this.#known.get(node)
    if (known !== undefined) return known
    const parts = fieldsOf(node).map((field) => `${field}:${this.#part(node[field])}`)
    const text = `${node.type} ${parts.join(' ')}`
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#known.set(node, number)
    return number
  }

  isSame(a: SyntaxNode | undefined, b: SyntaxNode | undefined): boolean {
    return a !== undefined && b !== undefined && this.of(a) === this.of(b)
  }

  #part(value: unknown): string {
    if (isNode(value)) return `#${this.of(value)}`
    if (Array.isArray(value)) return `[${value.map((one) => this.#part(one)).join()}]`
    return JSON.stringify(value) ?? 'none'
  }
}
