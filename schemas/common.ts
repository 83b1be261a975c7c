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
    description: 'Where the fault is: a JSON pointer into the body, or the name of the parameter.'
  }),
  message: Type.String({ description: 'What is wrong there, and what is expected.' }),
  line: Type.Optional(Type.Integer({ description: 'Of a text that was sent, from 1.' })),
  column: Type.Optional(Type.Integer({ description: 'Of that line, from 1.' }))
})

export const ErrorBody = closed(
  {
    error: Type.String({ description: 'The phrase of the HTTP status.', examples: ['Not Found'] }),
    message: Type.String({ description: 'What happened, in words for a person.' }),
    status: Type.Integer({ description: 'The HTTP status.', examples: [404] }),
    code: Type.Optional(
      Type.String({ description: 'What happened, as a word for a program.', examples: ['not_found'] })
    ),
    details: Type.Optional(
      Type.Array(ErrorDetail, { description: 'The single faults of a refused request.' })
    ),
    trace: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Only of the playground, and empty: no step is told.' })
    ),
    retry_after_seconds: Type.Optional(
      Type.Integer({ description: 'Only with 429: how long to wait before the next request.' })
    )
  },
  { $id: 'Error', description: 'The one shape of every error reply.' }
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
      Type.Integer({ minimum: 1, maximum: LAST_PAGE, description: 'Which page, from 1 (the default).' })
    ),
    per_page: Type.Optional(
      Type.Integer({ ...size, description: `Rows on a page; ${perPage} unless given.` })
    ),
    limit: Type.Optional(Type.Integer({ ...size, description: 'Another name of `per_page`, which wins.' }))
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

/** What a text must be that does not fit its pattern, for people; every pattern that is published has its words. */
export const WORDS_OF_PATTERNS: Readonly<Record<string, string>> = {
  [GATE_NAME]: 'must be 1 to 64 letters, digits, `.`, `_` and `-`, a letter or a digit first',
  [COMMIT]: 'must be 7 to 64 hexadecimal digits',
  [CURSOR]: 'must be the `meta.cursor` of a page',
  [REPOSITORY]: 'must be `owner/name`, of letters, digits, `-` and `_`, and in the name also `.`'
}

/** The cursor of a list that can be read on from its last row, however deep. */
export const cursorQuery = {
  cursor: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: CURSOR,
      description: 'Read on from here: `meta.cursor` of the page before. Takes the place of `page`.'
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
    page: Type.Integer({ description: 'The page that was returned, from 1.' }),
    per_page: Type.Integer({ description: 'How many rows a page holds at most.' }),
    total: count('How many rows match in all.'),
    total_pages: count('How many pages that makes.'),
    cursor: Type.Optional(
      nullable(Type.String(), {
        description: 'Where to read on, on lists that take a `cursor`; null on the last page.'
      })
    )
  },
  { $id: 'PageMeta', description: 'Where a page stands in its list.' }
)

const Link = Type.String({
  description:
    'The pages around this one (RFC 8288), relative to the address that was asked: `first`, `prev`, `next` and `last`; after a `cursor`, `first` and `next`. Left out where it would be longer than proxies accept.',
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
      description: 'Only this repository: a name, or `owner/name`.'
    })
  )
}

export const searchQuery = {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only titles that contain this text, in any case.'
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
export const noRepository = ref(ErrorBody, { description: 'No repository of this name is there.' })

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
