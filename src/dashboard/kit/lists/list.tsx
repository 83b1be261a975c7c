// A list that is declared: its endpoint, columns and filters. Filters, order and page are in the address.
import type { ComponentChildren } from 'preact'
import type { ReadParams, ReadPath, ReadReply, Schemas } from '../api.js'
import { Empty, Section } from '../page.js'
import { changeSearch, useSearch } from '../router.js'
import { useApi } from '../use-api.js'
import { type AskedOf, askedIn } from './asked.js'
import { Filters } from './filters.js'
import { Pager } from './pager.js'
import { type Column, RowTable, type Sorting } from './table.js'

interface ListReply {
  data: readonly unknown[]
  meta: Schemas['PageMeta']
}

/** A path that answers a page of rows. */
export type ListPath = { [Path in ReadPath]: ReadReply<Path> extends ListReply ? Path : never }[ReadPath]
export type ListRow<Path extends ListPath> = ReadReply<Path>['data'][number]

export interface ListProps<Path extends ListPath> extends AskedOf {
  title: string
  path: Path
  /** The parts of the path, and parameters that the reader does not choose. */
  params?: { path?: Record<string, string>; query?: Record<string, string | number | boolean> }
  suggestions?: Readonly<Record<string, readonly string[]>>
  columns: readonly Column<ListRow<Path>>[]
  rowKey: (row: ListRow<Path>) => string | number
  noun: readonly [one: string, many: string]
  /** What is said while there is nothing at all. */
  none: ComponentChildren
  everySeconds?: number
}

export function List<Path extends ListPath>(props: ListProps<Path>) {
  const { title, path, params = {}, fields, filters, suggestions = {}, columns, noun, none } = props
  const search = useSearch()
  const query = Object.assign({ per_page: 25 }, params.query, askedIn(search, { fields, filters }))
  // Cast: the names come from the document, and the values are refused by the service if they are not allowed.
  const state = useApi(path, { path: params.path, query } as unknown as ReadParams<Path>, props.everySeconds)
  const change = (changes: Record<string, string>) =>
    changeSearch(Object.assign(changes, { page: '', cursor: '' }))
  const isFiltered = filters.some((name) => search.has(name))
  return (
    <Section
      title={title}
      state={state}
      tools={
        <Filters fields={fields} names={filters} params={search} suggestions={suggestions} change={change} />
      }
    >
      {(reply) => {
        // Cast: every list path answers rows and where the page stands.
        const { data, meta } = reply as { data: ListRow<Path>[]; meta: Schemas['PageMeta'] }
        const page = Number(search.get('page')) || 1
        if (data.length === 0 && page === 1)
          return <Nothing noun={noun} none={none} isFiltered={isFiltered} />
        return (
          <>
            <RowTable
              label={title}
              columns={columns}
              rows={data}
              rowKey={props.rowKey}
              sorting={fields['sort'] && sortingBy(search, change)}
            />
            <Pager meta={meta} page={page} noun={noun} go={goToPage} />
          </>
        )
      }}
    </Section>
  )
}

function Nothing({
  noun: [, many],
  none,
  isFiltered
}: Pick<ListProps<ListPath>, 'noun' | 'none'> & { isFiltered: boolean }) {
  return <Empty>{isFiltered ? `No ${many} match these filters.` : none}</Empty>
}

function sortingBy(search: URLSearchParams, change: (changes: Record<string, string>) => void): Sorting {
  return {
    by: search.get('sort') ?? '',
    order: search.get('order') ?? 'desc',
    change: (sort, order) => change({ sort, order })
  }
}

function goToPage(page: number, cursor: string): void {
  changeSearch({ page: page > 1 ? String(page) : '', cursor })
  scrollTo({ top: 0 })
}
