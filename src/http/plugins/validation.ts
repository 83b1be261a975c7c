// Parameters arrive as text and are converted, one where a list is meant to a list of one; bodies say what they mean
// and are taken literally. A fault carries the schema that it breaks, so that it can be told in words.
import AjvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import type { ErrorObject, ValidateFunction } from 'ajv'

const build: BuildCompilerFromPool = AjvCompiler()
const shared = { removeAdditional: false, useDefaults: true, allErrors: false, verbose: true } as const

export const buildValidator: BuildCompilerFromPool = (schemas) => {
  // The compiler's pool keeps what it has built, and reads the schemas that all share when it is first asked.
  const converting = () => build(schemas, { customOptions: { ...shared, coerceTypes: 'array' } })
  const literal = () => build(schemas, { customOptions: { ...shared, coerceTypes: false } })
  return (route: unknown) => {
    // The border to the compiler, whose types leave out the part of the request that it is called with.
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

/** Compiled when it is first needed, so that a start does not wait for what nobody may ask for. */
function lazyValidator(compile: () => ValidateFunction, converts: boolean) {
  let validate: ValidateFunction | undefined
  const check: Validator = (data) => {
    validate ??= compile()
    // What is converted is converted in place.
    const given = converts ? new Map(Object.entries(data ?? {})) : undefined
    const valid = validate(data)
    const further = given ? malformedNumbers(data, given) : null
    check.errors = valid ? further : (validate.errors ?? null)
    return !check.errors
  }
  check.errors = null
  // The border to the framework, which asks a validator for its answer and its errors alone.
  return check as unknown as ValidateFunction
}

/** As it was before it was converted. */
type RawValues = ReadonlyMap<string, unknown>

const PLAIN = /^-?\d{1,20}(?:\.\d{1,20})?$/

/** The converter takes `0x10`, `1e2`, a space and `Infinity` for numbers. */
function malformedNumbers(data: unknown, given: RawValues): Faults {
  const strange = Object.entries(data ?? {}).find(([name, value]) => {
    const text = given.get(name)
    return typeof value === 'number' && typeof text === 'string' && !PLAIN.test(text)
  })
  if (!strange) return null
  return [
    {
      instancePath: `/${strange[0]}`,
      schemaPath: '',
      keyword: 'type',
      params: {},
      message: 'must be a finite number in plain digits'
    }
  ]
}
