// Gathers the dependencies of one file: each once, within fixed limits.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { type ManifestDependency, type ManifestReading, unreadable } from './dependency.js'

const MOST_DEPENDENCIES = 250_000
const MOST_INCLUDES = 100
const MOST_NOTES = 20
const LONGEST_NAME = 300
const LONGEST_VERSION = 300
const LONGEST_SOURCE = 1_000
const LONGEST_NOTE = 200

/** What a reader found out; the rest is not known. */
export type FoundDependency = Pick<ManifestDependency, 'name'> & {
  [Field in keyof ManifestDependency]?: ManifestDependency[Field] | undefined
}

export interface Gathering {
  add(found: FoundDependency): void
  include(path: string): void
  note(text: string): void
  /** Says that an entry is not what the format allows, and that the rest is read nevertheless. */
  reject(entry: string): void
  /** Unreadable if entries were rejected and none was left, or there are too many: a part would pass for the whole. */
  end(): ManifestReading
}

export function gather(ecosystem: Ecosystem, lockfile: boolean): Gathering {
  const found = new Map<string, ManifestDependency>()
  const includes = new Set<string>()
  const notes = new Set<string>()
  let rejected = 0
  let isFull = false
  const note = (text: string) => {
    if (notes.size < MOST_NOTES) notes.add(text.slice(0, LONGEST_NOTE))
  }
  const reject = (entry: string) => {
    rejected += 1
    note(`Not read: ${printable(entry)}`)
  }
  return {
    note,
    reject,
    add(one) {
      if (!isName(one.name)) return reject(one.name)
      const entry = entryOf(one)
      const key = `${entry.name}\n${entry.resolvedVersion}\n${entry.requirement}\n${entry.source}`
      const same = found.get(key)
      if (same) join(same, entry)
      else if (found.size < MOST_DEPENDENCIES) found.set(key, entry)
      else isFull = true
    },
    include(path) {
      if (includes.size < MOST_INCLUDES && isPath(path)) includes.add(path)
      else note(`Not followed: ${printable(path)}`)
    },
    end() {
      if (isFull) return unreadable(`The file names more than ${MOST_DEPENDENCIES} dependencies`)
      if (found.size === 0 && rejected > 0) return unreadable([...notes][0] ?? 'Nothing is valid')
      return {
        kind: 'manifest',
        ecosystem,
        lockfile,
        dependencies: [...found.values()],
        includes: [...includes],
        notes: [...notes]
      }
    }
  }
}

function entryOf(one: FoundDependency): ManifestDependency {
  return {
    name: one.name,
    requirement: storable(one.requirement, LONGEST_VERSION),
    resolvedVersion: storable(one.resolvedVersion, LONGEST_VERSION),
    source: one.source ? printable(one.source).slice(0, LONGEST_SOURCE) : null,
    direct: one.direct ?? null,
    dev: one.dev ?? false,
    line: one.line ?? null
  }
}

/** What is needed outside of development once is needed there at all. */
function join(entry: ManifestDependency, other: ManifestDependency): void {
  entry.dev &&= other.dev
  if (other.direct === true || entry.direct === null) entry.direct = other.direct
}

function storable(text: string | null | undefined, longest: number): string | null {
  return text !== null && text !== undefined && text !== '' && text.length <= longest && !hasControls(text)
    ? text
    : null
}

const isName = (name: string) => name !== '' && name.length <= LONGEST_NAME && !hasControls(name)

const isPath = (path: string) => path !== '' && path.length <= LONGEST_SOURCE && !hasControls(path)

const LAST_CONTROL = 0x1f

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) <= LAST_CONTROL) return true
  return false
}

const printable = (text: string) =>
  [...text.slice(0, LONGEST_SOURCE)].map((one) => (hasControls(one) ? ' ' : one)).join('')
