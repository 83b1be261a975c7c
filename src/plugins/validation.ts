// Parameters arrive as text and are converted, one where a list is meant to a list of one; bodies say what they mean
// and are taken literally. A fault carries the schema that it breaks, so that it can be told in words.
import AjvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import type { ErrorObject, ValidateFunction } from 'ajv'

const build: BuildCompilerFromPool = AjvCompiler()
const shared = { removeAdditional: false, useDefaults: true, allErrors: false, verbose: true } as const

export const buildValidator: BuildCompilerFromPool = (schemas) => {
  const converting = build(schemas, { customOptions: { ...shared, coerceTypes: 'array' } })
  const literal = build(schemas, { customOptions: { ...shared, coerceTypes: false } })
  return (route: unknown) => {
    // The border to the compiler, whose types leave out the part of the request that it is called with.
    const isBody = (route as { httpPart: string }).httpPart === 'body'
    const compile = isBody ? literal : converting
    return checkOf(() => compile(route as never) as ValidateFunction, isBody ? () => null : endlessNumbers)
  }
}

type Faults = ErrorObject[] | null

interface Check {
  (data: unknown): boolean
  errors?: Faults
}

/** Compiled when it is first needed, so that a start does not wait for what nobody may ask for. */
function checkOf(compile: () => ValidateFunction, furtherFaults: (data: unknown) => Faults) {
  let validate: ValidateFunction | undefined
  const check: Check = (data) => {
    validate ??= compile()
    const valid = validate(data)
    check.errors = valid ? furtherFaults(data) : (validate.errors ?? null)
    return !check.errors
  }
  check.errors = null
  // The border to the framework, which asks a validator for its answer and its errors alone.
  return check as unknown as ValidateFunction
}

/** The converter reads `Infinity` as a number and then skips its bounds. */
function endlessNumbers(data: unknown): Faults {
  if (typeof data !== 'object' || data === null) return null
  const endless = Object.entries(data).find(
    ([, value]) => typeof value === 'number' && !Number.isFinite(value)
  )
  if (!endless) return null
  return [
    {
      instancePath: `/${endless[0]}`,
      schemaPath: '',
      keyword: 'type',
      params: {},
      message: 'must be a finite number'
    }
  ]
}
