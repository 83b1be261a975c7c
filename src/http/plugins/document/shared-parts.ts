// Says once in the API document what many operations share: headers, responses and parameters.

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
}

interface Operation {
  parameters?: Part[]
  responses?: Record<string, Part>
}

/** What is used less often is easier to read where it stands. */
const LEAST_USES = { headers: 3, responses: 3, parameters: 20 }

const STATUS_NAMES: Readonly<Record<string, string>> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
  507: 'DiskLow'
}

export function shareParts<Document extends DocumentParts>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap(
    // Cast: the document is made of our own routes, and no path has anything but operations.
    (path) => Object.values(path ?? {}) as Operation[]
  )
  const responses = operations.flatMap(({ responses = {} }) => Object.entries(responses))
  const headers = new SharedParts('headers', (name) => [name])
  // Headers first, because responses are compared with what refers to them.
  headers.replaceIn(responses.map(([, { headers = {} }]) => headers))
  // What succeeds is an operation's own.
  const ofStatus = new SharedParts('responses', (status, { description = '' }) =>
    status < '300' ? [] : [STATUS_NAMES[status], pascal(description)]
  )
  ofStatus.replaceIn(operations.map(({ responses = {} }) => responses))
  const parameters = new SharedParts('parameters', (_, { name = '' }) => [pascal(name)])
  parameters.replaceIn(operations.map(({ parameters = [] }) => parameters))
  document.components = {
    ...document.components,
    headers: headers.named,
    responses: ofStatus.named,
    parameters: parameters.named
  }
  return document
}

/** `Repository not found.` becomes `RepositoryNotFound`. */
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** A name that is longer says too much to be one. */
const LONGEST_NAME = 30

type Parts = Record<string, Part> | Part[]

interface Use {
  key: string
  part: Part
  count: number
}

class SharedParts {
  readonly named: Record<string, Part> = {}
  readonly #kind: keyof typeof LEAST_USES
  readonly #namesFor: (key: string, part: Part) => (string | undefined)[]

  /** The first name that is free is taken; those that are used most choose first. */
  constructor(kind: keyof typeof LEAST_USES, namesFor: (key: string, part: Part) => (string | undefined)[]) {
    this.#kind = kind
    this.#namesFor = namesFor
  }

  replaceIn(holders: readonly Parts[]): void {
    const often = [...usesIn(holders)].filter(([, { count }]) => count >= LEAST_USES[this.#kind])
    const references = new Map<string, Part>()
    for (const [text, use] of often.sort(([, one], [, other]) => other.count - one.count)) {
      const name = this.#free(use)
      if (name === undefined) continue
      this.named[name] = use.part
      references.set(text, Object.freeze({ $ref: `#/components/${this.#kind}/${name}` }))
    }
    for (const holder of holders)
      for (const [key, part] of Object.entries(holder)) {
        const reference = references.get(JSON.stringify(part))
        if (reference) Object.assign(holder, { [key]: reference })
      }
  }

  #free({ key, part }: Use): string | undefined {
    return this.#namesFor(key, part).find(
      (name) => name !== undefined && name.length <= LONGEST_NAME && !Object.hasOwn(this.named, name)
    )
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
