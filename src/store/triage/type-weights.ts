// The weights of the classifier of issue types; they ship with the code.
import { readFile } from 'node:fs/promises'
import { TYPE_WEIGHTS } from '#paths.js'

export const typeWeights = (): Promise<Uint8Array> => readFile(TYPE_WEIGHTS)
