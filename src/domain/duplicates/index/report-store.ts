// The reports of an index in columns: when they were opened and closed, their lengths, terms and lines.
import { offsetInPage, Pages } from '../text/pages.js'
import { PRINT_SIZE } from '../text/title-prints.js'

const FIRST_REPORTS = 1 << 10
const LARGEST_SIZE = 0xffff

export interface ReportEntry {
  id: number
  openedAt: number
  /** Infinity while the report is open. */
  closedAt: number
  titleLength: number
  bodyLength: number
  print: Uint32Array
  /** Terms packed with their counts, see `packCounts`. */
  terms: Uint32Array
  /** Hashes of the lines. */
  lines: Uint32Array
}

export class ReportStore {
  readonly #pages = new Pages()
  readonly #places = new Map<number, number>()
  #ids = new Float64Array(FIRST_REPORTS)
  #opened = new Float64Array(FIRST_REPORTS)
  #closed = new Float64Array(FIRST_REPORTS)
  #starts = new Uint32Array(FIRST_REPORTS)
  /** Length of the title, length of the body, number of terms, number of lines. */
  #sizes = new Uint16Array(FIRST_REPORTS * 4)
  #used = 0
  #titleWords = 0
  #bodyWords = 0

  /** The number of places ever used, including removed ones. */
  get used(): number {
    return this.#used
  }

  /** The number of places before the columns must grow. */
  get capacity(): number {
    return this.#ids.length
  }

  get size(): number {
    return this.#places.size
  }

  get bytes(): number {
    const columns = [this.#ids, this.#opened, this.#closed, this.#starts, this.#sizes]
    return this.#pages.bytes + columns.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  placeOf(id: number): number | undefined {
    return this.#places.get(id)
  }

  put(entry: ReportEntry): number {
    if (this.#used === this.#ids.length) this.#widen()
    const place = this.#used
    const { print, terms, lines } = entry
    const start = this.#pages.reserve(PRINT_SIZE + terms.length + lines.length)
    const page = this.#pages.pageOf(start)
    page.set(print, offsetInPage(start))
    page.set(terms, offsetInPage(start) + PRINT_SIZE)
    page.set(lines, offsetInPage(start) + PRINT_SIZE + terms.length)
    this.#ids[place] = entry.id
    this.#opened[place] = entry.openedAt
    this.#closed[place] = entry.closedAt
    this.#starts[place] = start
    const sizes = [entry.titleLength, entry.bodyLength, terms.length, lines.length]
    this.#sizes.set(
      sizes.map((size) => Math.min(size, LARGEST_SIZE)),
      place * 4
    )
    this.#places.set(entry.id, place)
    this.#used += 1
    this.#countWords(place, 1)
    return place
  }

  /** Removes a report; its place is not reused. */
  take(id: number): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.#places.delete(id)
    this.#opened[place] = Number.POSITIVE_INFINITY
    this.#countWords(place, -1)
  }

  idAt(place: number): number {
    return this.#ids[place] ?? 0
  }

  /** Infinity for a removed report, so that it is never older than another. */
  openedAt(place: number): number {
    return this.#opened[place] ?? Number.POSITIVE_INFINITY
  }

  closedAt(place: number): number {
    return this.#closed[place] ?? 0
  }

  titleLength(place: number): number {
    return this.#sizes[place * 4] ?? 0
  }

  bodyLength(place: number): number {
    return this.#sizes[place * 4 + 1] ?? 0
  }

  printAt(place: number): Uint32Array {
    return this.#rowAt(place, 0, PRINT_SIZE)
  }

  termsAt(place: number): Uint32Array {
    return this.#rowAt(place, PRINT_SIZE, this.#sizes[place * 4 + 2] ?? 0)
  }

  linesAt(place: number): Uint32Array {
    return this.#rowAt(place, PRINT_SIZE + (this.#sizes[place * 4 + 2] ?? 0), this.#sizes[place * 4 + 3] ?? 0)
  }

  entryAt(place: number): ReportEntry {
    return {
      id: this.idAt(place),
      openedAt: this.openedAt(place),
      closedAt: this.closedAt(place),
      titleLength: this.titleLength(place),
      bodyLength: this.bodyLength(place),
      print: this.printAt(place),
      terms: this.termsAt(place),
      lines: this.linesAt(place)
    }
  }

  places(): Iterable<number> {
    return this.#places.values()
  }

  /** Average number of words in title and body, at least one each. */
  averages(): { title: number; body: number } {
    const count = Math.max(1, this.size)
    return { title: Math.max(1, this.#titleWords / count), body: Math.max(1, this.#bodyWords / count) }
  }

  #rowAt(place: number, from: number, count: number): Uint32Array {
    const start = (this.#starts[place] ?? 0) + from
    return this.#pages.pageOf(start).subarray(offsetInPage(start), offsetInPage(start) + count)
  }

  #countWords(place: number, sign: 1 | -1): void {
    this.#titleWords += sign * this.titleLength(place)
    this.#bodyWords += sign * this.bodyLength(place)
  }

  #widen(): void {
    const count = this.#ids.length * 2
    const [ids, opened, closed] = [this.#ids, this.#opened, this.#closed].map((numbers) => {
      const wider = new Float64Array(count)
      wider.set(numbers)
      return wider
    })
    const starts = new Uint32Array(count)
    starts.set(this.#starts)
    const sizes = new Uint16Array(count * 4)
    sizes.set(this.#sizes)
    this.#ids = ids ?? this.#ids
    this.#opened = opened ?? this.#opened
    this.#closed = closed ?? this.#closed
    this.#starts = starts
    this.#sizes = sizes
  }
}
