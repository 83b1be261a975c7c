/** The folder of a repository in which the host looks for its own files. */
export const HOST_FOLDER = '.github'

/** The paths of the service's own configuration file, in order of precedence. */
export const SERVICE_FILES = [`${HOST_FOLDER}/.service.yml`, '.service.yml'] as const
