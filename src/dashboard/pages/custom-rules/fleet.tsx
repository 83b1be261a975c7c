// Custom rules of the fleet: what they have done lately, and the way to those of each repository.
import { useState } from 'preact/hooks'
import { Empty, Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { RuleMatches } from './matches.js'

export function CustomRulesPage() {
  return (
    <Screen
      title="Custom rules"
      lead={
        <>
          Repositories act on their events by rules of their own. Try one in the{' '}
          <a href="/dashboard/config/playground">playground</a>.
        </>
      }
    >
      <Repositories />
      <RuleMatches
        title="Lately matched"
        none="No rule has matched yet. Rules are written into .service.yml under custom_rules, or set in the configuration."
      />
    </Screen>
  )
}

/** The matches below have the filters of the address, so the search of a repository stays out of it. */
function Repositories() {
  const [search, setSearch] = useState('')
  const query = search === '' ? { per_page: 12 } : { per_page: 12, search }
  const repositories = useApi('/api/repos', { query }, 60)
  return (
    <Section
      title="Rules of a repository"
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
                <a href={`/dashboard/custom-rules/${full_name}`}>{full_name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
