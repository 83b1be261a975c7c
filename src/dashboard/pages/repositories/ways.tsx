// The ways from a page of the fleet to that of each repository, found by its name.
import { useState } from 'preact/hooks'
import { Empty, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'

interface RepositoryWaysProps {
  title: string
  /** The page that has one for each repository below it. */
  page: string
}

/** The list beside it has the filters of the address, so the search of a repository stays out of it. */
export function RepositoryWays({ title, page }: RepositoryWaysProps) {
  const [search, setSearch] = useState('')
  const query = search === '' ? { per_page: 12 } : { per_page: 12, search }
  const repositories = useApi('/api/repos', { query }, 60)
  return (
    <Section
      title={title}
      state={repositories}
      tools={
        <search class="filters">
          <div class="field">
            <label for="repository-search">Search</label>
            <input
              id="repository-search"
              type="search"
              maxLength={100}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
        </search>
      }
    >
      {({ data }) => (
        <>
          {data.length === 0 && (
            <Empty>{search === '' ? 'No repositories yet.' : 'None has such a name.'}</Empty>
          )}
          <ul class="ways">
            {data.map(({ id, full_name }) => (
              <li key={id}>
                <a href={`/dashboard/${page}/${full_name}`}>{full_name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
