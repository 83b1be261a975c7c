// The conditions of quality gates.

import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from '../common.js'
import { enumeration } from '../enumeration.js'
import { METRICS } from './gate-metrics.js'

export const OPERATORS = enumeration('GateOperator', ['<', '<=', '>', '>=', '==', '!='])
export type Operator = (typeof OPERATORS)[number]

export const MOST_CONDITIONS = 50

export const GateCondition = closed(
  {
    metric: oneOf(METRICS, { description: 'The metric.' }),
    operator: oneOf(OPERATORS, { description: 'How it is compared.' }),
    threshold: Type.Number({ description: 'With what it is compared.' })
  },
  { description: 'One condition: `<metric> <operator> <threshold>` must hold.' }
)
export type GateCondition = Static<typeof GateCondition>
