/**
 * Commands on funding accounts. Start with {@link
 * dev.countersign.facade.administer.funding.FundingCommand}.
 */
@NullMarked
package dev.countersign.facade.administer.funding;

import org.jspecify.annotations.NullMarked;
