"""`exp`, `log`, the normal and the Poisson distribution from IEEE basic operations alone.

numpy's own `exp`, `log` and `power` give other last bits on other CPUs (they pick SIMD kernels at
run time). Additions, multiplications, divisions and square roots are exact to the bit everywhere,
so values built from them are the same on any machine.
"""

from __future__ import annotations

import numpy as np

from fictionworld.streams import Floats, Ints

_LN2_HIGH = 6.93147180369123816490e-01
_LN2_LOW = 1.90821492927058770002e-10
_EXP_TERMS = 14
_POISSON_MOST = 60


def exp(x: Floats) -> Floats:
    """Return e to the x, elementwise; relative error below 1e-15 for |x| < 700."""
    power = np.rint(x / (_LN2_HIGH + _LN2_LOW))
    rest = (x - power * _LN2_HIGH) - power * _LN2_LOW
    total = np.ones_like(rest)
    for term in range(_EXP_TERMS, 0, -1):
        total = total * (rest / term) + 1.0
    return np.ldexp(total, power.astype(np.int64))


def log(x: Floats) -> Floats:
    """Return the natural logarithm of x > 0, elementwise."""
    mantissa, power = np.frexp(x)
    low = mantissa < np.sqrt(0.5)
    mantissa = np.where(low, mantissa * 2.0, mantissa)
    power = power - low
    ratio = (mantissa - 1.0) / (mantissa + 1.0)
    square = ratio * ratio
    series = np.zeros_like(ratio)
    for odd in range(25, 0, -2):
        series = series * square + 1.0 / odd
    return 2.0 * ratio * series + (power * _LN2_HIGH + power * _LN2_LOW)


# Wichura (1988), algorithm AS 241, routine PPND16: relative accuracy about 1e-16.
_CENTRE = (
    (2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
     4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
     1.3314166789178437745e2, 3.3871328727963666080e0),
    (5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4,
     2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790830e2,
     4.2313330701600911252e1, 1.0),
)  # fmt: skip
_MIDDLE = (
    (7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
     1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
     4.63033784615654529590e0, 1.42343711074968357734e0),
    (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
     1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
     2.05319162663775882187e0, 1.0),
)  # fmt: skip
_TAIL = (
    (2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
     2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
     5.46378491116411436990e0, 6.65790464350110377720e0),
    (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
     7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
     5.99832206555887937690e-1, 1.0),
)  # fmt: skip


def _ratio(x: Floats, coefficients: tuple[tuple[float, ...], tuple[float, ...]]) -> Floats:
    top, bottom = np.zeros_like(x), np.zeros_like(x)
    for high, low in zip(*coefficients, strict=True):
        top, bottom = top * x + high, bottom * x + low
    return top / bottom


def normal_quantile(u: Floats) -> Floats:
    """Return the standard normal quantile of u, elementwise; u lies strictly between 0 and 1."""
    q = u - 0.5
    result = q * _ratio(0.180625 - q * q, _CENTRE)
    outer = np.abs(q) > 0.425
    if outer.any():
        tail = np.minimum(u[outer], 1.0 - u[outer])
        r = np.sqrt(-log(tail))
        z = np.where(r <= 5.0, _ratio(r - 1.6, _MIDDLE), _ratio(r - 5.0, _TAIL))
        result[outer] = np.where(q[outer] < 0, -z, z)
    return result


def normal_cdf(z: Floats) -> Floats:
    """Return the standard normal distribution function of z; absolute error below 1e-7.

    Abramowitz and Stegun 26.2.17; kept strictly between 0 and 1.
    """
    x = np.minimum(np.abs(z), 8.0)
    t = 1.0 / (1.0 + 0.2316419 * x)
    series = np.zeros_like(t)
    for factor in (1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530):
        series = (series + factor) * t
    tail = exp(-0.5 * x * x) * 0.3989422804014327 * series
    return np.clip(np.where(z < 0, tail, 1.0 - tail), 1e-12, 1.0 - 1e-12)


def poisson_quantile(u: Floats, mean: Floats) -> Ints:
    """Return the least k with P(X <= k) >= u for a Poisson X of this mean, elementwise; k <= 60."""
    weight = exp(-mean)
    reached = weight.copy()
    count = np.zeros(len(u), np.int64)
    for k in range(1, _POISSON_MOST + 1):
        open_ = reached < u
        if not open_.any():
            break
        count[open_] = k
        weight = weight * mean / k
        reached = reached + weight
    return count
