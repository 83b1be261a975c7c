// How people are told of each type of failure: its name, and what they can do about it.
import type { FailureType } from '#schemas/mirror/ci.js'

interface FailureText {
  /** As a heading says it. */
  name: string
  advice: string
}

const FAILURE_TEXTS: Readonly<{ [Type in FailureType]: FailureText }> = {
  dependency_resolution: {
    name: 'dependencies could not be resolved',
    advice: 'Compare the requested versions with those that exist, then update the lockfile.'
  },
  compile_error: {
    name: 'compile error',
    advice: 'Fix the first error that the compiler reports; later ones often follow from it.'
  },
  type_check: {
    name: 'type error',
    advice: 'Fix the first error that the type check reports; later ones often follow from it.'
  },
  lint_format: {
    name: 'formatting or lint error',
    advice: 'Run the formatter or linter in fix mode and commit the result.'
  },
  test_failure: {
    name: 'failing test',
    advice: 'Run the failing test alone and compare the expected with the actual result.'
  },
  timeout: {
    name: 'timeout',
    advice: 'Find out what the job was waiting for before you raise its time limit.'
  },
  out_of_memory: {
    name: 'out of memory',
    advice: 'Give the job more memory, or reduce what it does at once.'
  },
  disk_full: {
    name: 'disk full',
    advice: 'Delete what the job no longer needs, or give it more disk space.'
  },
  network: {
    name: 'network error',
    advice: 'Check that the remote service is reachable and that its certificate is valid.'
  },
  rate_limit: {
    name: 'rate limit',
    advice: 'Authenticate against the remote service, or send it fewer requests.'
  },
  auth_permission: {
    name: 'missing credential or permission',
    advice: 'Check that the credential exists, has not expired, and has the required permission.'
  },
  docker_build: {
    name: 'Docker build error',
    advice: 'Build the image locally and look at the first step that fails.'
  },
  config_error: {
    name: 'configuration error',
    advice: 'Compare the workflow and its settings with what the current versions of the tools accept.'
  },
  runner_infra: {
    name: 'runner failure',
    advice: 'Check the status of the runner and its provider; the repository did not cause this.'
  },
  crash: {
    name: 'crash',
    advice: 'Look at the process that crashed and at what it did last.'
  },
  quality_gate: {
    name: 'quality gate failed',
    advice: 'Look at what the gate requires. Only a person can decide to change its threshold.'
  },
  unknown: {
    name: 'unknown cause',
    advice: 'Read the log: no rule of the service recognises this failure.'
  }
}

export const failureName = (type: FailureType): string => FAILURE_TEXTS[type].name

export const adviceFor = (type: FailureType): string => FAILURE_TEXTS[type].advice
