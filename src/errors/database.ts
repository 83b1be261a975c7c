// Errors that prevent a start with a database, each with what to do.
import { ServiceError } from './errors.js'

export function databaseIsNewer(applied: number, available: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `The database is newer than this version of the service: it has ${applied} migrations, this version has ${available}. Start the version that last used it, or a later one.`
  )
}

export function databaseIsOlder(): ServiceError {
  return new ServiceError(
    'unavailable',
    'The database was made by an older development version of the service, and there is no upgrade from it. Start with an empty database: name a new one in DATABASE_URL, or, where the database is embedded, move the folder `database` out of DATA_DIR. To go on with this one, start the version that used it last.'
  )
}

export function databasesDiffer(): ServiceError {
  return new ServiceError(
    'unavailable',
    'DATABASE_SESSION_URL leads to another database than DATABASE_URL. Both must name the same one, the first without the pooler.'
  )
}

/** The service would seem well, and then miss changes and lose answers. */
export function poolerInTheWay(name: string): ServiceError {
  const advice =
    name === 'DATABASE_URL'
      ? 'Leave DATABASE_URL as it is, and name the server without the pooler in DATABASE_SESSION_URL.'
      : 'Name the server without the pooler there.'
  return new ServiceError(
    'unavailable',
    `${name} leads to a pooler that hands out connections by transaction, and some work needs a connection of its own. ${advice}`
  )
}

export function addressLeadsNowhere(name: string, why: string): ServiceError {
  return new ServiceError(
    'unavailable',
    `The database cannot be used: ${why}. Check ${name}, and that the server runs.`
  )
}

/** The cause is what Postgres says. */
export function extensionIsMissing(extension: string, cause: unknown): ServiceError {
  const error = new ServiceError(
    'unavailable',
    `The database lacks the extension ${extension}, with which lists are searched, and the service could not create it. Run \`CREATE EXTENSION ${extension};\` in this database as its owner or as an administrator, and start again. The extension is a part of Postgres (in some systems the package postgresql-contrib), and some hosts of databases ask you to allow it first.`
  )
  error.cause = cause
  return error
}

export function databaseIsDamaged(directory: string): ServiceError {
  return new ServiceError(
    'unavailable',
    `The embedded database in ${directory} cannot be opened: its files are damaged or incomplete, or this user cannot read and write all of them. Restore the data directory from a backup, or move ${directory} away: the next start creates an empty database.`
  )
}

export function diskIsFull(directory: string): ServiceError {
  return new ServiceError(
    'unavailable',
    `The embedded database in ${directory} cannot be opened: the disk is full. Free some space and start again.`
  )
}
