// The identity of a test across runs.
import { sha256Of } from '../json/canonical.js'

const ID_LENGTH = 16

export interface TestName {
  suite: string
  name: string
}

/** A test that is renamed or moved to another suite is another test. */
export function testIdOf(repoId: number, { suite, name }: TestName): string {
  return sha256Of(`${repoId}:${suite}:${name}`).slice(0, ID_LENGTH)
}
