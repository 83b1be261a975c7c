// All tellings.
import { compilers } from './compilers.js'
import { installers } from './installers.js'
import type { Telling } from './telling.js'
import { tests } from './tests.js'

export const TELLINGS: readonly Telling[] = [...tests, ...compilers, ...installers]
