// The vocabulary that every group shares: errors, paging, repository names, timestamps, operations.
import {
  Kind,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
  TypeRegistry
} from '@sinclair/typebox'

TypeRegistry.Set<{ enum: readonly string[] }>('OneOf', (schema, value) =>
  schema.enum.some((word) => word === value)
)

/** A browser proves itself by it. */
export const SESSION_COOKIE = 'service-session'

/** What a JSON document can hold. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

interface Described {
  description: string
  default?: string
  examples?: unknown[]
}

/** A closed list of words. A kind of its own keeps a plain `enum` in the document and works in `Value.Check`. */
export function oneOf<const Word extends string>(words: readonly Word[], options: Described) {
  return Type.Unsafe<Word>({ [Kind]: 'OneOf', type: 'string', enum: [...words], ...options })
}

/** Refers to a named schema, so that it appears once in the document and once in the client's types. */
export function ref<T extends TSchema>(schema: T, options: Partial<Described> = {}) {
  if (!schema.$id) throw new Error('only a schema with an $id can be referred to')
  return Type.Unsafe<Static<T>>(Type.Ref(schema.$id, options))
}

/** What describes the schema describes the whole, where readers of a document look for it. */
export function nullable<T extends TSchema>(schema: T, options: Partial<Described> = {}) {
  const { description } = schema
  return Type.Union([schema, Type.Null()], description === undefined ? options : { description, ...options })
}

/** An object that admits no key but its own. */
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

export const ErrorDetail = closed({
  path: Type.String({
    description: 'Where the problem is: a JSON pointer into the body, or the name of the parameter.'
  }),
  message: Type.String({ description: 'What is wrong and what is expected.' }),
  line: Type.Optional(Type.Integer({ description: 'Line in the submitted text, from 1.' })),
  column: Type.Optional(Type.Integer({ description: 'Column in that line, from 1.' }))
})

export const ErrorBody = closed(
  {
    error: Type.String({ description: 'Reason phrase of the HTTP status.', examples: ['Not Found'] }),
    message: Type.String({ description: 'Message for people.' }),
    status: Type.Integer({ description: 'The HTTP status.', examples: [404] }),
    code: Type.Optional(Type.String({ description: 'Machine-readable code.', examples: ['not_found'] })),
    details: Type.Optional(
      Type.Array(ErrorDetail, { description: 'The individual problems of the request.' })
    ),
    trace: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Only in replies of the playground; always empty.' })
    ),
    retry_after_seconds: Type.Optional(
      Type.Integer({
        description: 'How long to wait before the next request; given with 429 and whenever waiting helps.'
      })
    )
  },
  { $id: 'Error', description: 'The shape of every error response.' }
)
export type ErrorBody = Static<typeof ErrorBody>

const DEFAULT_PER_PAGE = 20
export const MOST_PER_PAGE = 100
/** Further pages are reached by cursor. */
export const LAST_PAGE = 1_000_000

/** The paging parameters of a list; `perPage` is the default page size where a group has its own. */
export function pagingQuery(perPage = DEFAULT_PER_PAGE) {
  const size = { minimum: 1, maximum: MOST_PER_PAGE }
  return {
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LAST_PAGE, description: 'Page number, from 1 (the default).' })
    ),
    per_page: Type.Optional(Type.Integer({ ...size, description: `Rows per page; default ${perPage}.` })),
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

const CURSOR = '^[A-Za-z0-9_-]+$'
export const GATE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'
export const COMMIT = '^[0-9a-fA-F]{7,64}$'
const REPOSITORY = '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}/[A-Za-z0-9._-]{1,100}$'

/** A name alone, or with its owner. */
const REPOSITORY_OR_NAME = '^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,99}/)?[A-Za-z0-9._-]{1,100}$'

/** What a text must be that does not fit its pattern, for people; every pattern that is published has its words. */
export const WORDS_OF_PATTERNS: Readonly<Record<string, string>> = {
  [GATE_NAME]: 'must be 1 to 64 letters, digits, `.`, `_` and `-`, a letter or a digit first',
  [COMMIT]: 'must be 7 to 64 hexadecimal digits',
  [CURSOR]: 'must be the `meta.cursor` of a page',
  [REPOSITORY]: 'must be `owner/name`, of letters, digits, `-` and `_`, and in the name also `.`',
  [REPOSITORY_OR_NAME]: 'must be a name or `owner/name`, of letters, digits, `-`, `_` and, in the name, `.`'
}

/** The cursor of a list that can be read on from its last row, however deep. */
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
  /** In place of the page: where the one before ended. */
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
    total: count('Total number of matching rows.'),
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
    'Links to other pages (RFC 8288), relative to the requested URL: `first`, `prev`, `next` and `last`; with a `cursor`, `first` and `next`. Omitted if it would be longer than proxies accept.',
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

/** A repository in the path of an operation. */
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

/** Fields that say which repository a thing belongs to. */
export const repoFields = {
  repo_full_name: Type.String({
    description: 'Full name of its repository.',
    examples: ['octo-org/hello-world']
  }),
  repo_owner: Type.String({ description: 'Owner of its repository.', examples: ['octo-org'] }),
  repo_name: Type.String({ description: 'Name of its repository.', examples: ['hello-world'] })
}

/** Which repositories a list over all of them is about. */
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

/** What a webhook or an API parameter may call a repository: `owner/name`. */
export function repoFilter(description: string) {
  return Type.String({
    pattern: REPOSITORY,
    description,
    examples: ['octo-org/hello-world']
  })
}

/** Of an operation that is about a repository by name, or can be. */
export const noRepository = ref(ErrorBody, { description: 'Repository not found.' })

interface OperationParts {
  operationId: string
  summary: string
  description?: string
  params?: TSchema
  querystring?: TSchema
  headers?: TSchema
  body?: TSchema
  response: Record<number, TSchema | OtherMedia>
}

/** A reply that is not JSON. Errors of the same operation are JSON all the same. */
interface OtherMedia {
  description: string
  content: Record<string, { schema: TSchema }>
}

/** One operation of the API. Tag, security and error replies are added from the registry of groups. */
export function operation<const Parts extends OperationParts>(parts: Parts): Parts {
  return parts
}
