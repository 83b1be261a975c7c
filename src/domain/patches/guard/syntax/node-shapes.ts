// Numbers the shapes of syntax trees: nodes with the same meaning get the same number, whatever their formatting.
import { fieldsOf, isNode, type SyntaxNode } from './node.js'

export class NodeShapes {
  readonly #numbers = new Map<string, number>()
  readonly #cache = new WeakMap<SyntaxNode, number>()

  of(node: SyntaxNode): number {
    const cached = this.#cache.get(node)
    if (cached !== undefined) return cached
    const parts = fieldsOf(node).map((field) => `${field}:${this.#part(node[field])}`)
    const text = `${node.type} ${parts.join(' ')}`
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#cache.set(node, number)
    return number
  }

  isSame(a: SyntaxNode | undefined, b: SyntaxNode | undefined): boolean {
    return a !== undefined && b !== undefined && this.of(a) === this.of(b)
  }

  #part(value: unknown): string {
    if (isNode(value)) return `#${this.of(value)}`
    if (Array.isArray(value)) return `[${value.map((part) => this.#part(part)).join()}]`
    return JSON.stringify(value) ?? 'none'
  }
}
