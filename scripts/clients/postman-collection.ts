import {
  COLLECTION_VARIABLES,
  COLLECTION_WORDS,
  KEY_VARIABLE,
  type CollectionFolder,
  type CollectionRequest,
} from './collection-requests.ts'

/** The collection for Postman, and for whoever else reads its format 2.1. */
export function postmanCollection(folders: readonly CollectionFolder[]): unknown {
  return {
    info: {
      name: 'Backline',
      description: COLLECTION_WORDS,
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
        // The format knows no secrets: what must not leave this machine is a current value and no initial one.
        value: '',
        type: 'string',
        description: 'Your developer key. Give it as a current value, which is not shared.',
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
  const words = sent.map((one) => `${one.name}=${one.value}`).join('&')
  return {
    name,
    request: {
      method: 'GET',
      header: [],
      description,
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}${words === '' ? '' : `?${words}`}`,
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
