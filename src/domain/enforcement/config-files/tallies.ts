// What results of validation add to the counters.
import { CONFIG_FILE_TYPES, type ConfigFileType } from '#schemas/enforcement/config-results.js'
import { counter, type Measure } from '../../counters/counter.js'
import { ever, on, type Tally, when } from '../../counters/tally.js'

declare module '../../counters/counter.js' {
  interface SumWords {
    configResults: ['config_results', ConfigFileType, Validity] | ['config_results', Validity | 'commits']
  }
}

type Validity = 'valid' | 'invalid'
const validityOf = (valid: boolean): Validity => (valid ? 'valid' : 'invalid')

export interface CountedResult {
  fileType: ConfigFileType
  valid: boolean
  isFirst: boolean
  createdAt: Date
}

export function talliesOfConfigResult({ fileType, valid, isFirst, createdAt }: CountedResult): Tally[] {
  return [
    ever(counter('config_results', fileType, validityOf(valid))),
    on(createdAt, counter('config_results', validityOf(valid))),
    ...when(isFirst, on(createdAt, counter('config_results', 'commits')))
  ]
}

/** The counters whose sum is the number of results of such files. */
export function configResultMeasures({
  valid,
  fileType
}: {
  valid?: boolean
  fileType?: ConfigFileType
}): Measure[] {
  const types = fileType === undefined ? CONFIG_FILE_TYPES : [fileType]
  const validities = valid === undefined ? (['valid', 'invalid'] as const) : [validityOf(valid)]
  return types.flatMap((type) => validities.map((validity) => counter('config_results', type, validity)))
}
