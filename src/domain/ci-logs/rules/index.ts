// All rules with their types, in the order of the packs.
import { FAILURE_TYPES } from '#schemas/mirror/ci.js'
import { deployment } from './deployment.js'
import { general } from './general.js'
import { hosting } from './hosting.js'
import { javascript } from './javascript.js'
import { jvm } from './jvm.js'
import { mobile } from './mobile.js'
import { native } from './native.js'
import { network } from './network.js'
import { partners } from './partners.js'
import { python } from './python.js'
import { resources } from './resources.js'
import type { TypedRule } from './rule.js'
import { scripting } from './scripting.js'

const PACKS = [
  resources,
  network,
  hosting,
  partners,
  deployment,
  javascript,
  python,
  jvm,
  native,
  mobile,
  scripting,
  general
]

export const LOG_RULES: readonly TypedRule[] = PACKS.flatMap((pack) =>
  FAILURE_TYPES.flatMap((type) => (pack[type] ?? []).map((rule) => ({ ...rule, type })))
)
