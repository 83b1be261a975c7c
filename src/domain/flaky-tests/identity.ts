// The identity of a test across runs.
import { sha256Of } from '../json/canonical.js'

export const ID_LENGTH = 16

export interface TestName {
  suite: string
  name: string
}

/** A test that is renamed or moved to another suite is another test. */
export function testIdOf(repoId: number, test: TestName): string {
  return sha256Of(`${repoId}:${identityOf(test)}`).slice(0, ID_LENGTH)
}

/** Tests with the same are one test, wherever its suite ends and its name begins. */
export const identityOf = ({ suite, name }: TestName): string => `${suite}:${name}`
