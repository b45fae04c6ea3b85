import {
  COLLECTION_VARIABLES,
  COLLECTION_DESCRIPTION,
  KEY_VARIABLE,
  type CollectionFolder,
  type CollectionRequest,
} from './collection-requests.ts'

/** Returns the collection in the Postman format 2.1. */
export function postmanCollection(folders: readonly CollectionFolder[]): unknown {
  return {
    info: {
      name: 'Backline',
      description: COLLECTION_DESCRIPTION,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders.map(({ name, description, requests }) => ({
      name,
      description,
      item: requests.map(itemOf),
    })),
    auth: {
      type: 'bearer',
      bearer: [{ key: 'token', value: `{{${KEY_VARIABLE}}}`, type: 'string' }],
    },
    variable: [
      ...Object.entries(COLLECTION_VARIABLES).map(([key, value]) => ({
        key,
        value,
        type: 'string',
      })),
      {
        key: KEY_VARIABLE,
        // The format has no secrets: a current value stays on this machine, an initial value is
        // shared.
        value: '',
        type: 'string',
        description: 'Your developer key. Set it as the current value, which is not shared.',
      },
    ],
  }
}

function itemOf({ name, description, path, pathParameters, query }: CollectionRequest) {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace('{region}', '{{region}}').replace(/^\{([A-Za-z]+)\}$/, ':$1'))
  const sent = query.filter(({ isOptional }) => !isOptional)
  const queryString = sent.map((one) => `${one.name}=${one.value}`).join('&')
  return {
    name,
    request: {
      method: 'GET',
      header: [],
      description,
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}${queryString === '' ? '' : `?${queryString}`}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length > 0 && {
          query: query.map((one) => ({
            key: one.name,
            value: one.value,
            description: one.description,
            ...(one.isOptional && { disabled: true }),
          })),
        }),
        ...(pathParameters.length > 0 && {
          variable: pathParameters.map((one) => ({
            key: one.name,
            value: one.value,
            description: one.description,
          })),
        }),
      },
    },
    response: [],
  }
}
