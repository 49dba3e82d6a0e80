/**
 * The shaders of land, sea, core, shadow and air. Each surface has a live form, which carries as little as
 * it can from vertex to pixel, and a FULL one with shadows, ripples, sparks and a finer sea.
 */
import { head, light, shadow, surface } from "./light.js";

const landVertex = /* glsl */ `${head}${light}${surface}
#ifdef FULL
out vec3 vA, vB, vFacet;
out vec4 vShadow;
out vec2 vDetail;
flat out float vKind;
#else
flat out vec3 vLit;
out float vWave;
#endif
void main() {
  place();
  float kind = floor(matter.w * 4.0 + 0.5);
  if (kind == 3.0) air.w *= 0.35; // trees at the rim would look like ice
  if (kind == 1.0) facet = normalize(mix(facet, radial, 0.42));
  if (kind == 4.0) facet = normalize(mix(radial, facet, 1.7));
  vec3 albedo = tint.rgb * tint.rgb;
  vec3 a, b;
  lightUp(facet, radial, a, b);
  vec3 shine = vec3(0.0);
  if (kind == 2.0) {
    shine = a * 0.1 * pow(max(dot(facet, BOUNCE), 0.0), 24.0);
    b += vec3(0.05, 0.10, 0.16);
  }
  a = a * albedo + shine;
  b *= albedo;
  glowUp(a, b);
  a *= 1.0 - air.w;
  b = mix(b, air.rgb, air.w);
#ifdef FULL
  vA = a;
  vB = b;
  vFacet = facet;
  vShadow = uShadowView * world;
  vDetail = detail;
  vKind = kind;
#else
  vLit = film(a + b);
  vWave = kind == 1.0 ? detail.y : -1.0;
#endif
}
`;

const landFragment = /* glsl */ `${head}${light}
out vec4 colour;
#ifdef FULL
${shadow}
in vec3 vA, vB, vFacet;
in vec4 vShadow;
in vec2 vDetail;
flat in float vKind;
void main() {
  vec3 a = vA;
  if (vKind == 1.0) {
    float wave = fract(vDetail.y);
    float slip = smoothstep(0.66, 0.70, wave) * (1.0 - smoothstep(0.78, 1.0, wave));
    float inner = smoothstep(0.012, 0.07, vDetail.x);
    float ripple = sin((vDetail.y * 9.0 + 0.35 * sin(vDetail.y * 17.0)) * 6.2832);
    a *= 1.0 - (0.30 * slip - 0.10 * smoothstep(0.5, 0.66, wave) * (1.0 - slip)) * inner;
    a *= 1.0 + 0.055 * ripple * (1.0 - slip) * inner;
  }
  float lit = shade(vShadow, max(dot(vFacet, SUN), 0.0), gl_FragCoord.xy);
  a *= mix(vec3(0.10, 0.12, 0.20), vec3(1.0), lit);
  colour = vec4(film(a + vB), 1.0);
}
#else
flat in vec3 vLit;
in float vWave;
void main() {
  vec3 c = vLit;
  if (vWave > 0.0) {
    float wave = fract(vWave);
    c *= 1.0 - 0.12 * clamp((wave - 0.66) * 25.0, 0.0, 1.0) * clamp((1.0 - wave) * 4.5, 0.0, 1.0);
  }
  colour = vec4(c, 1.0);
}
#endif
`;

const seaVertex = /* glsl */ `${head}${light}${surface}
flat out vec3 vShore;
out vec3 vLight, vAir, vPlace;
out float vInland;
#ifdef FULL
out vec3 vB, vFacet;
out vec4 vShadow;
#endif
void main() {
  place();
  vec3 a, b;
  lightUp(normalize(mix(facet, radial, 0.7)), radial, a, b);
  vAir = air.rgb * air.w;
  if (uGlowing > 0.0) {
    vec3 rim = vec3(0.0);
    glowUp(a, rim);
    b *= mix(1.0, mix(0.5, 1.1, uGlow[area]), uGlowing);
    vAir += rim;
  }
  a *= 1.0 - air.w;
  b *= 1.0 - air.w;
  vShore = tint.rgb * tint.rgb;
  vInland = detail.x;
  vPlace = position;
#ifdef FULL
  vLight = a;
  vB = b;
  vFacet = radial;
  vShadow = uShadowView * world;
#else
  vLight = a + b;
#endif
}
`;

const seaFragment = /* glsl */ `${head}${light}
precision highp sampler3D;
uniform sampler3D uNoise;
uniform float uTime;
#ifdef FULL
${shadow}
in vec3 vB, vFacet;
in vec4 vShadow;
#endif
flat in vec3 vShore;
in vec3 vLight, vAir, vPlace;
in float vInland;
out vec4 colour;
const vec3 SHALLOW = vec3(0.095, 0.50, 0.72);
const vec3 MIDDLE = vec3(0.040, 0.175, 0.66);
const vec3 DEEP = vec3(0.017, 0.055, 0.40);
void main() {
#ifdef FULL
  float slow = texture(uNoise, vPlace * 0.9 + vec3(uTime * 0.012)).r;
  float swell = texture(uNoise, vPlace * 2.3 - vec3(0.0, uTime * 0.02, uTime * 0.013)).r;
#else
  float swell = texture(uNoise, vPlace * 1.7 - vec3(0.0, uTime * 0.02, uTime * 0.013)).r;
  float slow = swell;
#endif
  float inland = vInland + (swell - 0.5) * 0.014;
  float depth = smoothstep(0.0, 0.20, inland + (slow - 0.5) * 0.10);
  vec3 water = mix(mix(SHALLOW, MIDDLE, smoothstep(0.0, 0.38, depth)), DEEP, smoothstep(0.30, 1.0, depth));
#ifdef FULL
  float foam = 1.0 - smoothstep(0.0, 0.0042, abs(inland - 0.0265 - 0.005 * sin(slow * 40.0 + uTime * 0.6)));
  float second = 1.0 - smoothstep(0.0, 0.0034, abs(inland - 0.047 - 0.008 * slow));
  foam = max(foam, 0.62 * second * smoothstep(0.42, 0.56, slow));
  float fine = texture(uNoise, vPlace * 6.1 + vec3(uTime * 0.03, 0.0, 0.0)).r;
  float web = 1.0 - smoothstep(0.0, 0.055, abs(fine * 0.55 + swell * 0.45 - 0.5));
  water += vec3(0.05, 0.15, 0.19) * web * (0.75 - 0.5 * depth) * smoothstep(0.44, 0.62, slow);
  foam *= 0.55 + 0.9 * fine;
#else
  float foam = 1.0 - smoothstep(0.0, 0.0045, abs(inland - 0.0275));
#endif
  water = mix(water, vec3(0.80, 0.90, 0.96), clamp(foam, 0.0, 1.0));
  float beach = 1.0 - smoothstep(0.0145, 0.0185, inland);
  vec3 albedo = mix(water, vShore * mix(1.0, 0.8, smoothstep(0.008, 0.016, inland)), beach);
#ifdef FULL
  vec3 n = normalize(vFacet + (vec3(swell, fine, slow) - 0.5) * 0.22);
  float glint = pow(max(dot(n, BOUNCE), 0.0), 90.0) * (1.0 - beach);
  vec3 a = vLight * (albedo + 0.10 * glint + 0.5 * glint * smoothstep(0.56, 0.64, fine));
  a *= mix(vec3(0.16, 0.2, 0.34), vec3(1.0), shade(vShadow, 1.0, gl_FragCoord.xy));
  colour = vec4(film(a + vB * albedo + vAir), 1.0);
#else
  colour = vec4(film(vLight * albedo + vAir), 1.0);
#endif
}
`;

/* The core's plate: its picture times the light, and a teal rim where a tile may fall. */
const coreVertex = /* glsl */ `${head}${light}${surface}
uniform float uTarget;
out vec3 vA, vB, vAir;
out vec3 vDetail;
#ifdef FULL
out vec3 vFacet;
out vec4 vShadow;
#endif
void main() {
  place();
  lightUp(normalize(mix(facet, radial, 0.35)), radial, vA, vB);
  vB += vec3(0.10, 0.12, 0.17);
  vA *= (1.0 - air.w) * mix(1.0, 0.6, uGlowing);
  vB *= 1.0 - air.w;
  vAir = air.rgb * air.w;
  vDetail = vec3(detail, uTarget >= 0.0 && int(uTarget + 0.5) == area / 5 ? matter.w : 0.0);
#ifdef FULL
  vFacet = facet;
  vShadow = uShadowView * world;
#endif
}
`;

const coreFragment = /* glsl */ `${head}${light}
uniform sampler2D uPlate;
in vec3 vA, vB, vAir;
in vec3 vDetail;
out vec4 colour;
#ifdef FULL
${shadow}
in vec3 vFacet;
in vec4 vShadow;
#endif
void main() {
  vec3 albedo = pow(texture(uPlate, vDetail.xy).rgb, vec3(2.2));
  vec3 a = vA;
#ifdef FULL
  a *= mix(vec3(0.12, 0.14, 0.24), vec3(1.0), shade(vShadow, max(dot(vFacet, SUN), 0.0), gl_FragCoord.xy));
#endif
  vec3 teal = vec3(0.10, 0.75, 0.78) * (0.10 * step(0.01, vDetail.z) + 0.95 * smoothstep(0.86, 0.92, vDetail.z));
  colour = vec4(film((a + vB) * albedo + vAir + teal), 1.0);
}
`;

const depthVertex = /* glsl */ `${head}
in vec3 position;
in vec4 tint;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
uniform mat4 uFaces[12];
uniform float uUnroll;
void main() {
  vec4 p = vec4(position, 1.0);
  if (uUnroll > 0.0) p = uFaces[int(tint.a * 255.0 + 0.5) / 5] * p;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * p;
}
`;

const depthFragment = /* glsl */ `${head}
out vec4 colour;
void main() { colour = vec4(1.0); }
`;

const haloVertex = /* glsl */ `${head}${light}
in vec3 position;
uniform mat4 viewMatrix, projectionMatrix, modelMatrix;
uniform float uInner, uOuter;
out vec4 vGlow;
void main() {
  float far = position.z;
  float sun = dot(normalize(vec3(position.xy, 0.0)), normalize(vec3(SUN.xy, 0.0)));
  float day = smoothstep(-0.75, 0.9, sun);
  float fade = pow(max(1.0 - far, 0.0), 2.6);
  vec3 tint = mix(vec3(0.10, 0.14, 0.42), vec3(0.30, 0.56, 1.0), day) * mix(0.16, 0.92, day);
  vGlow = vec4(tint * fade, fade * mix(0.06, 0.55, day));
  vec2 at = normalize(position.xy) * mix(uInner, uOuter, far);
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(at, 0.0, 1.0);
}
`;

const haloFragment = /* glsl */ `${head}
in vec4 vGlow;
out vec4 colour;
void main() { colour = vGlow; }
`;

export const SHADERS = {
  land: [landVertex, landFragment],
  sea: [seaVertex, seaFragment],
  core: [coreVertex, coreFragment],
  depth: [depthVertex, depthFragment],
  halo: [haloVertex, haloFragment],
};
