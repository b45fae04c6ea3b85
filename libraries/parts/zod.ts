export {
  array,
  enum,
  int,
  literal,
  NEVER,
  number,
  strictObject,
  string,
  union,
  type ZodType,
} from 'zod'
