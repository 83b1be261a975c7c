// Reads a list row by row, however many pages it has.
import type { Client } from 'openapi-fetch'
import type { components, paths } from '../types.js'
import { unwrap } from './failure.js'

type PageMeta = components['schemas']['PageMeta']
type ListOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body extends { data: (infer Row)[]; meta: PageMeta }
    ? Row
    : never
  : never

/** The paths of lists that have pages. */
export type ListPath = {
  [Path in keyof paths]: [ListOf<Path>] extends [never] ? never : Path
}[keyof paths]

export type RowOf<Path extends ListPath> = ListOf<Path>

type ParametersOf<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Parameters
  : never

type QueryOf<Path extends ListPath> =
  ParametersOf<Path> extends { query?: infer Query } ? Omit<NonNullable<Query>, 'page' | 'cursor'> : never

type InPath<Path extends ListPath> =
  ParametersOf<Path> extends { path: infer Names } ? { path: Names } : { path?: never }

export interface ListOptions<Path extends ListPath> {
  params?: InPath<Path> & { query?: QueryOf<Path> }
  signal?: AbortSignal
}

interface Page {
  data: unknown[]
  meta: PageMeta
}

type GetPage = (path: string, options: object) => Promise<{ data?: Page; response: Response }>

/** Every row of a list, page by page as they are used. Throws `RequestFailed` where a page cannot be read. */
export async function* paginate<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  options: ListOptions<Path> = {}
): AsyncGenerator<RowOf<Path>, void, undefined> {
  const { params, ...rest } = options
  // Cast for both: which rows a list has, its path says.
  const getPage = client.GET as unknown as GetPage
  let next: Place | undefined = { page: 1 }
  while (next !== undefined) {
    const at: Place = next
    const { data, meta } = unwrap(
      await getPage(path, { ...rest, params: { ...params, query: { ...params?.query, ...asked(at) } } })
    )
    // Cast: see above.
    yield* data as RowOf<Path>[]
    next = data.length === 0 ? undefined : placeAfter(at, meta)
  }
}

interface Place {
  page: number
  cursor?: string
}

function asked({ page, cursor }: Place): object {
  if (cursor !== undefined) return { cursor }
  return page > 1 ? { page } : {}
}

/** By cursor where the list has one, since pages move when rows are added. */
function placeAfter(last: Place, { cursor, total_pages }: PageMeta): Place | undefined {
  const page = last.page + 1
  if (cursor === undefined) return page <= total_pages ? { page } : undefined
  if (cursor === last.cursor) throw new Error('The list does not end: its cursor comes again.')
  return cursor === null ? undefined : { page, cursor }
}
