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
