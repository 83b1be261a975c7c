// The terms of an index: their numbers, and how many reports contain each.

import { commonnessOf } from '../../text/common-words.js'
import { MOST_NUMBERS } from '../index/packed-counts.js'

/** Never assigned to a term. */
export const NO_TERM = 0

const FIRST_CAPACITY = 1 << 12
/** The load factor at which the hash table grows. */
const FULLEST = 0.6

export class Vocabulary {
  #slots = new Uint32Array(FIRST_CAPACITY * 2)
  #hashes = new Uint32Array(FIRST_CAPACITY)
  #reports = new Uint32Array(FIRST_CAPACITY)
  #kinds = new Uint8Array(FIRST_CAPACITY)
  #commonness = new Uint8Array(FIRST_CAPACITY)
  #size = NO_TERM + 1

  get bytes(): number {
    const columns = [this.#slots, this.#hashes, this.#reports, this.#kinds, this.#commonness]
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  /** `NO_TERM` for a term that no report has had. */
  find(hash: number): number {
    return this.#slots[this.#slotOf(hash)] ?? 0
  }

  /** `NO_TERM` for a new term once all numbers are used. */
  add(hash: number, kind: number): number {
    const slot = this.#slotOf(hash)
    const found = this.#slots[slot] ?? 0
    if (found !== NO_TERM || this.#size === MOST_NUMBERS) return found
    const term = this.#size
    if (term >= this.#hashes.length) this.#widen()
    this.#slots[slot] = term
    this.#hashes[term] = hash
    this.#kinds[term] = kind
    this.#commonness[term] = commonnessOf(hash)
    this.#size += 1
    if (this.#size > this.#slots.length * FULLEST) this.#rehash()
    return term
  }

  count(term: number, change: 1 | -1): void {
    this.#reports[term] = (this.#reports[term] ?? 0) + change
  }

  reportsWith(term: number): number {
    return this.#reports[term] ?? 0
  }

  hashOf(term: number): number {
    return this.#hashes[term] ?? 0
  }

  kindOf(term: number): number {
    return this.#kinds[term] ?? 0
  }

  /** How common the term is in other trackers. */
  commonnessOf(term: number): number {
    return this.#commonness[term] ?? 0
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const term = this.#slots[slot] ?? 0
      if (term === 0 || this.#hashes[term] === hash) return slot
      slot = (slot + 1) & mask
    }
  }

  #widen(): void {
    this.#hashes = widened(this.#hashes)
    this.#reports = widened(this.#reports)
    this.#kinds = widenedBytes(this.#kinds)
    this.#commonness = widenedBytes(this.#commonness)
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let term = 1; term < this.#size; term += 1) this.#slots[this.#slotOf(this.#hashes[term] ?? 0)] = term
  }
}

export function widened(numbers: Uint32Array) {
  const wider = new Uint32Array(numbers.length * 2)
  wider.set(numbers)
  return wider
}

function widenedBytes(bytes: Uint8Array) {
  const wider = new Uint8Array(bytes.length * 2)
  wider.set(bytes)
  return wider
}
