// The network fails during a run: the service runs it again, and it passes.
import type { Stage, Story } from '../stage.js'
import { changeOf } from '../words.js'

export function* networkFailure(stage: Stage): Story {
  const { random, people, homes, ci } = stage
  const { git, fullName, parts } = random.one(homes)
  const change = changeOf(random, random.one(parts))
  git.push('main', change.files, { by: random.one(people), message: change.title })
  ci.expect(git.tip() ?? '', { is: 'network' })
  stage.tell(`${fullName}: the run of "${change.title}" is about to lose its network`)
  yield 1
}
