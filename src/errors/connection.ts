// Errors about connecting the service with the host.
import { invalidParameter, ServiceError } from './errors.js'

export function sessionRequired(): ServiceError {
  return new ServiceError('forbidden', 'An App is made by somebody who is logged in to the dashboard.', {
    code: 'session_required'
  })
}

export function alreadyConnected(): ServiceError {
  return new ServiceError(
    'conflict',
    'There is a credential already. Run `connect --replace` where the service runs to replace it.',
    { code: 'already_connected' }
  )
}

export function nowhereToStore(): ServiceError {
  return new ServiceError(
    'conflict',
    'With DATABASE_URL the service keeps no secrets. Run `connect --print FILE`, and set what it writes.',
    { code: 'nowhere_to_store' }
  )
}

export function registrationRefused(message: string): ServiceError {
  return new ServiceError('conflict', message, { code: 'registration_refused' })
}

export const connectedMeanwhile = (app: string) =>
  registrationRefused(
    `The service was connected by somebody else meanwhile. Delete the App ${app} on GitHub: nothing uses it.`
  )

export function noDeliveryYet(): ServiceError {
  return new ServiceError('conflict', 'There is no delivery to an App that the host could send again.', {
    code: 'no_delivery'
  })
}

export const wrongAddress = () =>
  invalidParameter('address', 'must be an https:// address without query or credentials', 'invalid_address')

export const wrongOrganisation = () =>
  invalidParameter('organisation', 'must be the name of an organisation', 'invalid_organisation')
