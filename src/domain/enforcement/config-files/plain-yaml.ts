// YAML whose content is not known: only its syntax is checked.
import type { FileFault } from './findings.js'
import { readYaml } from './yaml-file.js'

export const validateYaml = (text: string): FileFault[] => readYaml(text).faults
