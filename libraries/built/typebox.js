import { t as __exportAll } from "./shared-rolldown-runtime.js";
import { A as Literal, G as _Object_, N as Boolean, S as Number, V as Unsafe, _ as Union, a as Partial, j as Integer, m as Tuple, q as Optional, tt as _Array_, u as Record, w as Null, y as String, z as Enum } from "./shared-script.js";
// libraries/parts/typebox.ts
var typebox_exports = __exportAll({
	Array: () => _Array_,
	Boolean: () => Boolean,
	Enum: () => Enum,
	Integer: () => Integer,
	Literal: () => Literal,
	Null: () => Null,
	Number: () => Number,
	Object: () => _Object_,
	Optional: () => Optional,
	Partial: () => Partial,
	Record: () => Record,
	String: () => String,
	Tuple: () => Tuple,
	Union: () => Union,
	Unsafe: () => Unsafe
});
export { typebox_exports as Type };
