// A place to try a rule on an example before it is written into the configuration.
import { Screen } from '../../../kit/page.js'
import { RuleMatches } from '../../custom-rules/matches.js'
import { KeyGate } from '../key.js'
import { RuleTrial } from './trial.js'

export function PlaygroundPage() {
  return (
    <Screen
      title="Playground"
      lead="Try the condition of a custom rule on an example. Nothing is stored, and nothing is done."
    >
      <KeyGate purpose="The playground belongs to the configuration, which only the API key opens.">
        {(api) => <RuleTrial api={api} />}
      </KeyGate>
      <RuleMatches
        title="Where rules have matched lately"
        none="No custom rule has matched yet. The decision of a match holds the event that it was about."
      />
    </Screen>
  )
}
