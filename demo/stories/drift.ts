// Somebody switches the protection of a branch off: the service sees it and switches it on again.
import type { Stage, Story } from '../stage.js'

export function* protectionDrift(stage: Stage): Story {
  const { world, random, homes } = stage
  const { repository, fullName } = random.one(homes)
  world.unprotectBranch(repository, 'main')
  stage.tell(`${fullName}: somebody switched off the protection of main`)
  yield 30
}
