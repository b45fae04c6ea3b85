/** What stands at the head of every file of the client that is made from the contract. */
export const DO_NOT_EDIT = '// Made from the contract by `npm run generate`; changes here are lost.'
