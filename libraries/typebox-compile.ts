// What of TypeBox checks values against what was said of them.
export { Compile, type Validator } from 'typebox/compile'
