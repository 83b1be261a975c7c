// Says once in the API document what many operations share: headers, responses and parameters.
import { STATUS_CODES } from 'node:http'
import { specialCodes } from './error-codes.js'

interface DocumentParts {
  paths?: Record<string, object | undefined>
  components?: object
}

interface Part {
  $ref?: string
  in?: string
  name?: string
  description?: string
  headers?: Record<string, Part>
  content?: Record<string, { schema?: { allOf?: { properties?: { code?: { enum?: string[] } } }[] } }>
}

interface Operation {
  parameters?: Part[]
  responses?: Record<string, Part>
}

/** What is used less often is easier to read where it stands. */
const LEAST_USES = { headers: 3, responses: 3, parameters: 20 }

export function shareParts<Document extends DocumentParts>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap(
    // Cast: the document is made of our own routes, and no path has anything but operations.
    (path) => Object.values(path ?? {}) as Operation[]
  )
  const responses = operations.map(({ responses = {} }) => responses)
  const headers = new SharedParts('headers', (name) => pascal(name))
  // Headers first, because responses are compared with what refers to them.
  headers.replaceIn(responses.flatMap((one) => Object.values(one).map(({ headers = {} }) => headers)))
  const ofStatus = new SharedParts('responses', responseName)
  ofStatus.replaceIn(responses)
  const parameters = new SharedParts('parameters', (_, { name = '' }) => pascal(name))
  parameters.replaceIn(operations.map(({ parameters = [] }) => parameters))
  document.components = {
    ...document.components,
    headers: headers.named,
    responses: ofStatus.named,
    parameters: parameters.named
  }
  return document
}

/** The reason phrase, and the codes that are not usual: `ConflictStaleVersion`. What succeeds is an operation's own. */
function responseName(status: string, { content }: Part): string | undefined {
  if (status < '300') return undefined
  const codes = content?.['application/json']?.schema?.allOf?.at(-1)?.properties?.code?.enum ?? []
  return pascal([STATUS_CODES[status], ...specialCodes(Number(status), codes)].join(' '))
}

/** `Not Found`, `not_found` and `Not-Found` become `NotFound`. */
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** A name that is longer says too much to be one. */
const LONGEST_NAME = 40

type Parts = Record<string, Part> | Part[]

interface Use {
  key: string
  part: Part
  count: number
}

class SharedParts {
  readonly named: Record<string, Part> = {}
  readonly #kind: keyof typeof LEAST_USES
  readonly #nameFor: (key: string, part: Part) => string | undefined

  /** Of parts with one name, the one that is used most gets it; the others stay where they are. */
  constructor(kind: keyof typeof LEAST_USES, nameFor: (key: string, part: Part) => string | undefined) {
    this.#kind = kind
    this.#nameFor = nameFor
  }

  replaceIn(holders: readonly Parts[]): void {
    const often = [...usesIn(holders)].filter(([, { count }]) => count >= LEAST_USES[this.#kind])
    const references = new Map<string, Part>()
    for (const [text, { key, part }] of often.sort(([, one], [, other]) => other.count - one.count)) {
      const name = this.#nameFor(key, part)
      if (name === undefined || name.length > LONGEST_NAME || Object.hasOwn(this.named, name)) continue
      this.named[name] = part
      references.set(text, Object.freeze({ $ref: `#/components/${this.#kind}/${name}` }))
    }
    for (const holder of holders)
      for (const [key, part] of Object.entries(holder)) {
        const reference = references.get(JSON.stringify(part))
        if (reference) Object.assign(holder, { [key]: reference })
      }
  }
}

/** Each part by its text, with how often it is there. */
function usesIn(holders: readonly Parts[]): Map<string, Use> {
  const uses = new Map<string, Use>()
  for (const [key, part] of holders.flatMap((holder) => Object.entries(holder))) {
    const text = JSON.stringify(part)
    const use = uses.get(text) ?? { key, part, count: 0 }
    use.count += 1
    uses.set(text, use)
  }
  return uses
}
