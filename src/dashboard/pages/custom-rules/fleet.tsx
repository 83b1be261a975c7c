// Custom rules of the fleet: what they have done lately, and the way to those of each repository.
import { Screen } from '../../kit/page.js'
import { RepositoryWays } from '../repositories/ways.js'
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
      <RepositoryWays title="Rules of a repository" page="custom-rules" />
      <RuleMatches
        title="Lately matched"
        none="No rule has matched yet. Rules are written into .service.yml under custom_rules, or set in the configuration."
      />
    </Screen>
  )
}
