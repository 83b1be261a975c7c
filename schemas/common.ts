// Schemas that all groups share: paging, repository names, timestamps and operations.
import {
  Kind,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
  TypeRegistry
} from '@sinclair/typebox'
import { nameOfWords } from './enumeration.js'
import type { ErrorCode } from './error-codes.js'

TypeRegistry.Set<{ enum: readonly string[] }>('OneOf', (schema, value) =>
  schema.enum.some((word) => word === value)
)

/** The cookie by which browsers authenticate. */
export const SESSION_COOKIE = 'service-session'

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** What each word of a list means, for people; tools that show an API document know it by this name. */
export const ENUM_DESCRIPTIONS = 'x-enumDescriptions'

interface Described {
  description: string
  default?: string
  examples?: unknown[]
  [ENUM_DESCRIPTIONS]?: Readonly<Record<string, string>>
}

/** A string enumeration. The custom kind emits a plain `enum` and works with `Value.Check`; `title` names its words. */
export function oneOf<const Word extends string>(words: readonly Word[], options: Described) {
  const name = nameOfWords(words)
  const title = name === undefined ? {} : { title: name }
  return Type.Unsafe<Word>({ [Kind]: 'OneOf', type: 'string', enum: [...words], ...title, ...options })
}

/** References a named schema, so that the document and the client's types contain it once. */
export function ref<T extends TSchema>(schema: T, options: Partial<Described> = {}) {
  if (!schema.$id) throw new Error('only a schema with an $id can be referred to')
  return Type.Unsafe<Static<T>>(Type.Ref(schema.$id, options))
}

/** Copies the description of the schema to the union, where readers of the document look for it. */
export function nullable<T extends TSchema>(schema: T, options: Partial<Described> = {}) {
  const { description } = schema
  return Type.Union([schema, Type.Null()], description === undefined ? options : { description, ...options })
}

/** An object without additional properties. */
export function closed<T extends TProperties>(
  properties: T,
  options: Record<string, unknown> = {}
): TObject<T> {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] })
}

export function count(description: string) {
  return Type.Integer({ minimum: 0, description })
}

export function ratio(description: string) {
  return Type.Number({ minimum: 0, maximum: 1, description })
}

const DEFAULT_PER_PAGE = 20
export const MOST_PER_PAGE = 100
/** The last page that can be addressed by number. Later pages need a cursor. */
export const LAST_PAGE = 1_000_000

/** How far a list counts the rows that contain a text. */
export const MOST_COUNTED = 10_000

/** The paging parameters of a list; `perPage` overrides the default page size. */
export function pagingQuery(perPage = DEFAULT_PER_PAGE) {
  const size = { minimum: 1, maximum: MOST_PER_PAGE }
  return {
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LAST_PAGE, default: 1, description: 'Page number, from 1.' })
    ),
    per_page: Type.Optional(Type.Integer({ ...size, default: perPage, description: 'Rows per page.' })),
    limit: Type.Optional(
      Type.Integer({ ...size, description: 'Alias of `per_page`, which takes precedence.' })
    )
  }
}

export interface PagingQuery {
  page?: number
  per_page?: number
  limit?: number
  cursor?: string
}

export const LABEL_COLOR = '^[0-9a-fA-F]{6}$'
const CURSOR = '^[A-Za-z0-9_-]+$'
export const GATE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'
export const AREA_NAME = '^[a-z0-9][a-z0-9._-]{0,49}$'
export const COMMIT = '^[0-9a-fA-F]{7,64}$'
export const FULL_COMMIT = '^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$'
/** The name of a language model, or of an engine. */
export const MODEL_NAME = '^\\S+$'
/** Visible characters of ASCII: two headers would be joined with a space. */
export const IDEMPOTENCY_KEY = '^[!-~]+$'
const REPOSITORY = '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}/[A-Za-z0-9._-]{1,100}$'

/** A repository name, alone or with its owner. */
const REPOSITORY_OR_NAME = '^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,99}/)?[A-Za-z0-9._-]{1,100}$'

/** A login, or a team or an App by its slug. */
export const PUSHER = '^(?:team:|app:)?[A-Za-z0-9_][A-Za-z0-9_.-]*$'

/** Explains each published pattern in error messages. */
export const WORDS_OF_PATTERNS: Readonly<Record<string, string>> = {
  [GATE_NAME]: 'must be 1 to 64 letters, digits, `.`, `_` and `-`, a letter or a digit first',
  [AREA_NAME]: 'must be 1 to 50 lower-case letters, digits, `.`, `_` and `-`, a letter or a digit first',
  [FULL_COMMIT]: 'must be 40 or 64 hexadecimal digits',
  [COMMIT]: 'must be 7 to 64 hexadecimal digits',
  [LABEL_COLOR]: 'must be six hexadecimal digits',
  [MODEL_NAME]: 'must have no spaces',
  [CURSOR]: 'must be the `meta.cursor` of a page',
  [IDEMPOTENCY_KEY]: 'must be one header of visible ASCII characters without spaces',
  [PUSHER]: 'must be a login, or `team:` or `app:` and a name',
  [REPOSITORY]: 'must be `owner/name`, of letters, digits, `-` and `_`, and in the name also `.`',
  [REPOSITORY_OR_NAME]: 'must be a name or `owner/name`, of letters, digits, `-`, `_` and, in the name, `.`'
}

/** The cursor of lists that can be continued from their last row, however deep. */
export const cursorQuery = {
  cursor: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: CURSOR,
      description: 'Continue from here: `meta.cursor` of the previous page. Replaces `page`.'
    })
  )
}

export interface Paging {
  page: number
  perPage: number
  offset: number
  /** Replaces `page`: where the previous page ended. */
  cursor?: string
}

export function pagingOf(query: PagingQuery, defaultPerPage = DEFAULT_PER_PAGE): Paging {
  const page = query.page ?? 1
  const perPage = query.per_page ?? query.limit ?? defaultPerPage
  const cursor = query.cursor === undefined ? {} : { cursor: query.cursor }
  return { page, perPage, offset: (page - 1) * perPage, ...cursor }
}

export const PageMeta = closed(
  {
    page: Type.Integer({ description: 'Page number, from 1.' }),
    per_page: Type.Integer({ description: 'Maximum number of rows per page.' }),
    total: count('Total number of matching rows; of a search for a text, up to 10,000 of them.'),
    total_is_minimum: Type.Optional(
      Type.Literal(true, {
        description: `Present if a text is looked for and more rows contain it: \`total\` and \`total_pages\` then end at ${MOST_COUNTED} rows. Later pages, and \`cursor\`, still lead to all of them.`
      })
    ),
    total_pages: count('Total number of pages.'),
    cursor: Type.Optional(
      nullable(Type.String(), {
        description: 'Cursor of the next page, for lists that accept `cursor`; null on the last page.'
      })
    )
  },
  { $id: 'PageMeta', description: 'Position of the page in its list.' }
)

const Link = Type.String({
  description:
    'Links to other pages (RFC 8288), absolute if a trusted proxy says how it was called, else relative to the requested URL: `first`, `prev`, `next` and `last`; with a `cursor`, `first` and `next`. Omitted if it would be longer than proxies accept.',
  examples: ['<?state=open&page=1>; rel="first", <?state=open&page=2>; rel="next"']
})

/** The envelope of every list. */
export function paged<T extends TSchema>(item: T, description: string) {
  const properties = { data: Type.Array(item, { description }), meta: ref(PageMeta) }
  return closed(properties, { description, headers: { Link } })
}

export interface Page<Row> {
  data: Row[]
  meta: Static<typeof PageMeta>
}

export function pageOf<Row>(paging: Paging, total: number, data: Row[]): Page<Row> {
  const { page, perPage } = paging
  return { data, meta: { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) } }
}

/** The path parameters of a repository. */
export const RepoParams = Type.Object({
  owner: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Owner of the repository.',
    examples: ['octo-org']
  }),
  repo: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Name of the repository.',
    examples: ['hello-world']
  })
})
export type RepoParams = Static<typeof RepoParams>

export const fullNameOf = ({ owner, repo }: RepoParams): string => `${owner}/${repo}`

/** Fields that identify the repository of an item. */
export const repoFields = {
  repo_full_name: Type.String({
    description: 'Full name of its repository.',
    examples: ['octo-org/hello-world']
  }),
  repo_owner: Type.String({ description: 'Owner of its repository.', examples: ['octo-org'] }),
  repo_name: Type.String({ description: 'Name of its repository.', examples: ['hello-world'] })
}

/** The repository filter of fleet-wide lists. */
export const scopeQuery = {
  owner: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only repositories of this owner.' })
  ),
  repo: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 201,
      pattern: REPOSITORY_OR_NAME,
      description: 'Only this repository: a name, or `owner/name`.'
    })
  )
}

export const searchQuery = {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only titles that contain this text, ignoring case.'
    })
  )
}

/** A full repository name in webhooks and API parameters: `owner/name`. */
export function repoFilter(description: string) {
  return Type.String({
    pattern: REPOSITORY,
    description,
    examples: ['octo-org/hello-world']
  })
}

interface OperationParts {
  operationId: string
  summary: string
  description?: string
  params?: TSchema
  querystring?: TSchema
  headers?: TSchema
  body?: TSchema
  response: Record<number, TSchema | OtherMedia>
  /** The codes of its errors, beside those that its group and its kind bring along. */
  codes?: readonly ErrorCode[]
}

/** A response that is not JSON. Errors of the same operation still are. */
interface OtherMedia {
  description: string
  content: Record<string, { schema: TSchema }>
}

/** One operation of the API. Tag, security and error responses come from its route group. */
export function operation<const Parts extends OperationParts>(parts: Parts): Parts {
  return parts
}
