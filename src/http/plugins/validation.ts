// Validation by Ajv. Parameters arrive as text and are converted, a single value to a list where needed; bodies are not
// converted. Defaults are published only: the route decides what holds where nothing was given.
// Errors carry the violated schema, so that they can be explained.
import AjvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { ENUM_DESCRIPTIONS } from '#schemas/common.js'

const build: BuildCompilerFromPool = AjvCompiler()
const shared = {
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  verbose: true,
  keywords: [ENUM_DESCRIPTIONS]
}

export const buildValidator: BuildCompilerFromPool = (schemas) => {
  // The pool of the compiler caches its result, and reads the shared schemas on first use.
  const converting = () => build(schemas, { customOptions: { ...shared, coerceTypes: 'array' } })
  const literal = () => build(schemas, { customOptions: { ...shared, coerceTypes: false } })
  return (route: unknown) => {
    // Cast for the compiler, whose types omit `httpPart`.
    const isBody = (route as { httpPart: string }).httpPart === 'body'
    const compile = isBody ? literal : converting
    return lazyValidator(() => compile()(route as never) as ValidateFunction, !isBody)
  }
}

type Faults = ErrorObject[] | null

interface Validator {
  (data: unknown): boolean
  errors?: Faults
}

/** Compiles on first use, which keeps the start of the service fast. */
function lazyValidator(compile: () => ValidateFunction, converts: boolean) {
  let validate: ValidateFunction | undefined
  const check: Validator = (data) => {
    validate ??= compile()
    // Ajv converts in place, so the raw values are copied first.
    const raw = converts ? new Map(Object.entries(data ?? {})) : undefined
    const valid = validate(data)
    // First, because what a space is converted to may break the bounds as well, which would explain nothing.
    const numberErrors = raw ? malformedNumbers(data, raw) : null
    check.errors = numberErrors ?? (valid ? null : (validate.errors ?? null))
    return !check.errors
  }
  check.errors = null
  // Cast for the framework, which uses only the result and the errors of a validator.
  return check as unknown as ValidateFunction
}

/** The values before their conversion. */
type RawValues = ReadonlyMap<string, unknown>

const PLAIN = /^-?\d{1,20}(?:\.\d{1,20})?$/

/** Rejects `0x10`, `1e2`, a space and `Infinity`, which Ajv converts to numbers. */
function malformedNumbers(data: unknown, raw: RawValues): Faults {
  const malformed = Object.entries(data ?? {}).find(([name, value]) => {
    const text = raw.get(name)
    return typeof value === 'number' && typeof text === 'string' && !PLAIN.test(text)
  })
  if (!malformed) return null
  return [
    {
      instancePath: `/${malformed[0]}`,
      schemaPath: '',
      keyword: 'type',
      params: {},
      message: 'must be a finite number in plain digits'
    }
  ]
}
